// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SHA-256 through OpenSSL's EVP, which picks the processor's SHA instructions where there are any.

#include "core/base/sha256.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <new>

namespace snug {

struct Sha256::State
{
    struct FreeContext
    {
        void operator()(EVP_MD_CTX *context) const noexcept { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};

    void start()
    {
        // The only ways to fail are no memory and a library without SHA-256; a wrong checksum must never come of it.
        if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1)
            throw std::bad_alloc();
    }
};

Sha256::Sha256() : m_state(std::make_unique<State>()) { m_state->start(); }
Sha256::Sha256(Sha256 &&) noexcept = default;
Sha256 &Sha256::operator=(Sha256 &&) noexcept = default;
Sha256::~Sha256() = default;

void Sha256::update(std::span<const std::byte> bytes)
{
    if (EVP_DigestUpdate(m_state->context.get(), bytes.data(), bytes.size()) != 1)
        throw std::bad_alloc();
}

std::string Sha256::finishHex()
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (EVP_DigestFinal_ex(m_state->context.get(), digest.data(), &size) != 1)
        throw std::bad_alloc();
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string text;
    for (unsigned int i = 0; i < size; ++i) {
        text += kHex[digest[i] >> 4];
        text += kHex[digest[i] & 15];
    }
    m_state->start();
    return text;
}

std::string sha256Hex(std::span<const std::byte> bytes)
{
    Sha256 sum;
    sum.update(bytes);
    return sum.finishHex();
}

bool isSha256Hex(std::string_view text)
{
    constexpr std::size_t kDigits = 64;
    return text.size() == kDigits &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace snug

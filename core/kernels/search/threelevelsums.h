// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sums of w x q and w q q over sorted weights that are split into three levels, from running sums. A sub-block a lane.
// The order of operations is that of the reference, with what does not change from split to split taken out.

#pragma once

#include "core/kernels/search/codetables.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// The three levels are -1, 0 and 1, all moved up or down by this.
inline constexpr float kLevelShift = 0.125f;
inline constexpr LevelValues kThreeLevels[2] = {
    {-0.875f, 0.125f, 1.125f, 0, -0.875f, 0.125f, 1.125f, 0, -0.875f, 0.125f, 1.125f, 0, -0.875f, 0.125f, 1.125f, 0},
    {-1.125f, -0.125f, 0.875f, 0, -1.125f, -0.125f, 0.875f, 0, -1.125f, -0.125f, 0.875f, 0, -1.125f, -0.125f, 0.875f,
     0},
};

/// One shift for all N weights: choice 0 up, 1 down. Source: quantize_row_iq1_s_impl, ggml 0.25.1.
template <class L, int N> class OneShift
{
    using F = typename L::F;

public:
    static constexpr int kChoices = 2;

    struct Row
    {
        F lowX, lowW;
        F lowXQ[2], lowQQ[2]; ///< share of the weights that get the low level
    };

    /// order: position of each weight, [lanes * N].
    void fill(const float *x, const float *w, const unsigned char *order)
    {
        float products[L::kWidth * N], weights[L::kWidth * N];
        for (int i = 0; i < L::kWidth * N; ++i) {
            const int at = i / N * N + order[i];
            products[at] = w[i] * x[i];
            weights[at] = w[i];
        }
        F wx[N], ww[N];
        L::loadColumns(products, N, wx);
        L::loadColumns(weights, N, ww);
        m_x[0] = m_w[0] = F(0.0f);
        for (int j = 0; j < N; ++j) {
            m_x[j + 1] = m_x[j] + wx[j];
            m_w[j + 1] = m_w[j] + ww[j];
        }
        for (int j = 0; j <= N; ++j)
            for (int k = 0; k < 2; ++k) {
                const F q = kThreeLevels[k][2];
                m_highXQ[j][k] = (m_x[N] - m_x[j]) * q;
                m_highQQ[j][k] = (m_w[N] - m_w[j]) * q * q;
            }
    }

    Row row(int low) const
    {
        Row row{m_x[low], m_w[low], {}, {}};
        for (int k = 0; k < 2; ++k) {
            const F q = kThreeLevels[k][0];
            row.lowXQ[k] = row.lowX * q;
            row.lowQQ[k] = row.lowW * q * q;
        }
        return row;
    }

    void sums(const Row &row, int middle, F (&xq)[2], F (&qq)[2]) const
    {
        const F betweenX = m_x[middle] - row.lowX;
        const F betweenW = m_w[middle] - row.lowW;
        for (int k = 0; k < 2; ++k) {
            const F q = kThreeLevels[k][1];
            xq[k] = row.lowXQ[k] + betweenX * q + m_highXQ[middle][k];
            qq[k] = row.lowQQ[k] + betweenW * q * q + m_highQQ[middle][k];
        }
    }

private:
    F m_x[N + 1], m_w[N + 1]; // sums over the first j sorted weights
    F m_highXQ[N + 1][2], m_highQQ[N + 1][2];
};

/// A shift for each half of the weights: choice 0 both up, 1 the second down, 2 the first down, 3 both down.
/// Source: quantize_row_iq1_m_impl, ggml 0.25.1.
template <class L, int N> class TwoShifts
{
    using F = typename L::F;

public:
    static constexpr int kChoices = 4;

    struct Row
    {
        F x[2];
        F qq[2][2]; ///< of each half with each shift
    };

    void fill(const float *x, const float *w, const unsigned char *order)
    {
        for (int half = 0; half < 2; ++half) {
            float products[L::kWidth * N] = {}, weights[L::kWidth * N] = {}; // adding +0 changes no sum
            for (int sub = 0; sub < L::kWidth; ++sub)
                for (int i = sub * N + half * N / 2; i < sub * N + (half + 1) * N / 2; ++i) {
                    const int at = sub * N + order[i];
                    products[at] = w[i] * x[i];
                    weights[at] = w[i];
                }
            addUp(products, weights, half);
        }
    }

    Row row(int low) const
    {
        Row row;
        for (int half = 0; half < 2; ++half) {
            row.x[half] = m_x[half][low];
            for (int k = 0; k < 2; ++k) {
                const float *q = kThreeLevels[k];
                row.qq[half][k] = m_w[half][N] * F(q[2]) * F(q[2]) + m_w[half][low] * F(q[0] * q[0] - q[1] * q[1]);
            }
        }
        return row;
    }

    void sums(const Row &row, int middle, F (&xq)[4], F (&qq)[4]) const
    {
        F halfXQ[2][2], halfQQ[2][2];
        for (int half = 0; half < 2; ++half) {
            const F x = row.x[half] + m_x[half][middle];
            for (int k = 0; k < 2; ++k) {
                halfXQ[half][k] = m_allXQ[half][k] - x;
                halfQQ[half][k] = row.qq[half][k] + m_middleQQ[half][middle][k];
            }
        }
        for (int k = 0; k < 4; ++k) {
            xq[k] = halfXQ[0][k / 2] + halfXQ[1][k % 2];
            qq[k] = halfQQ[0][k / 2] + halfQQ[1][k % 2];
        }
    }

private:
    void addUp(const float *products, const float *weights, int half)
    {
        F wx[N], ww[N];
        L::loadColumns(products, N, wx);
        L::loadColumns(weights, N, ww);
        F *x = m_x[half], *w = m_w[half];
        x[0] = w[0] = F(0.0f);
        for (int j = 0; j < N; ++j) {
            x[j + 1] = x[j] + wx[j];
            w[j + 1] = w[j] + ww[j];
        }
        for (int k = 0; k < 2; ++k) {
            const float *q = kThreeLevels[k];
            m_allXQ[half][k] = x[N] * F(q[2]);
            for (int j = 0; j <= N; ++j)
                m_middleQQ[half][j][k] = w[j] * F(q[1] * q[1] - q[2] * q[2]);
        }
    }

    F m_x[2][N + 1], m_w[2][N + 1]; // sums over the first j sorted weights, of each half
    F m_allXQ[2][2];
    F m_middleQQ[2][N + 1][2];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA

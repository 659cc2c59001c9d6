// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of C functions behind which a backend lives, whether built in (cpu) or a module opened at run time (cuda,
// vulkan). No C++ type, exception or allocator crosses it. Only this header, layouts and kernels are a module's
// business.

#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Raised whenever a structure, a function or the meaning of an operation changes.
#define SNUG_BACKEND_ABI 2u

/// The one symbol a module exports, of type SnugModuleEntry. Its name and SnugBackendHead never change.
#define SNUG_MODULE_ENTRY "snugBackendModule"

/// What every function that can fail answers.
enum SnugStatus {
    SNUG_OK = 0,
    SNUG_UNSUPPORTED = 1,   ///< the backend or device lacks this operation or type
    SNUG_OUT_OF_MEMORY = 2, ///< the device or the driver gives no more memory; smaller buffers may succeed
    SNUG_DEVICE_LOST = 3,   ///< nothing on this device will succeed any more until it is closed
    SNUG_INVALID = 4,       ///< the caller broke a rule of this header
    SNUG_FAILED = 5,        ///< anything else the driver says
};

/// Filled on failure: one clause for a person ("cudaMalloc of 64 MiB: out of memory"), always ended by a zero.
typedef struct SnugMessage
{
    char text[256];
} SnugMessage;

enum SnugDeviceKind {
    SNUG_PROCESSOR = 0, ///< software: cpu itself, or a driver that computes on the processor
    SNUG_INTEGRATED = 1,
    SNUG_DISCRETE = 2,
};

/// A device as its driver describes it. Texts are UTF-8, ended by a zero, empty where unknown.
typedef struct SnugDeviceInfo
{
    char name[128];
    char driver[128];  ///< name and version
    char uuid[64];     ///< "GPU-…" as NVML writes it for NVIDIA cards, else hexadecimal
    char busId[32];    ///< PCI address "0000:01:00.0"
    char refusal[256]; ///< why it cannot be opened ("Vulkan 1.1, 1.2 is needed"); empty when it can
    uint32_t kind;     ///< SnugDeviceKind
    uint32_t streams;  ///< streams that can make progress at the same time, 1 or more
    uint64_t totalBytes;
    uint64_t largestBufferBytes; ///< most that one range of an operation may span, and one buffer may hold
    uint64_t rangeAlignment;     ///< offsets of ranges are multiples of this power of two, 256 at most
} SnugDeviceInfo;

/// One look at a device's memory; 0 where the driver does not tell.
typedef struct SnugMemoryInfo
{
    uint64_t totalBytes;
    uint64_t usedBytes;   ///< by everybody
    uint64_t oursBytes;   ///< by this process
    uint64_t budgetBytes; ///< most this process should hold, what it holds included
} SnugMemoryInfo;

typedef struct SnugDevice SnugDevice; ///< an opened device
typedef struct SnugBuffer SnugBuffer;
typedef struct SnugStream SnugStream; ///< work in order; different streams may overlap
typedef struct SnugEvent SnugEvent;   ///< a point in a stream

enum SnugBufferKind {
    SNUG_ON_DEVICE = 0, ///< operations take these; mapped by the processor alone
    SNUG_UPLOAD = 1,    ///< pinned host memory that the host fills
    SNUG_DOWNLOAD = 2,  ///< pinned host memory that the host reads
};

/// Part of a buffer. An operation's operands are ranges of SNUG_ON_DEVICE buffers; a null buffer is an absent operand.
typedef struct SnugRange
{
    SnugBuffer *buffer;
    uint64_t offset; ///< multiple of rangeAlignment for operands, of 4 for copies
    uint64_t bytes;
} SnugRange;

/// How sure a backend is of an operation's bytes.
enum SnugSupport {
    SNUG_LACKING = 0,
    SNUG_EXACT = 1,     ///< the same bytes as the cpu backend, but for blocks it flags
    SNUG_LAST_BITS = 2, ///< may differ in the last bit on this device
};

/// Named operations. Types are GGUF's numbers (core/formats/tensortype.h). "Floats" are 32-bit. Counts are numbers of
/// weights and multiples of the type's block length. Operands must not overlap.
enum SnugOperationName {
    /// Blocks or plain floats of `type` to floats. operands: 0 in, 1 out floats [count]. numbers: 0 count.
    SNUG_DEQUANTIZE = 1,

    /// Floats to blocks of `type` (also F16, BF16, F32). operands: 0 in floats [count], 1 out blocks, 2 flags (out),
    /// 3 importance [cols] floats (or absent), 4 mean squares of rows [rows] floats (types that look at whole rows,
    /// with importance, else absent). numbers: 0 count, 1 cols, 2 column of the first weight, 0 .. cols - 1; without
    /// importance 1 and 2 are ignored. Where operand 4 is given, the range is whole rows. Weight i lies in column (2 +
    /// i) % cols and row (2 + i) / cols; the range lies
    /// within one expert. Flags are ceil(blocks / 32) words, set anew: bit b % 32 of word b / 32 is 1 when block b must
    /// be done again on the host, because its bytes may not be exact or its stored scale is not finite. Its bytes are
    /// unspecified then.
    SNUG_QUANTIZE = 2,

    /// Sum of squares of each row in index order, over cols. operands: 0 in floats [rows * cols], 1 out floats [rows],
    /// 2 flags (out), one bit a row as above: the host must compute it. numbers: 0 rows, 1 cols.
    SNUG_ROW_MEAN_SQUARES = 3,

    /// Index of the first NaN or infinity. operands: 0 in floats [count], 1 out one word: the index, 0xffffffff for
    /// none. numbers: 0 count, below 2^32 - 1.
    SNUG_FIRST_NONFINITE = 4,

    /// Sums for a relative error. operands: 0 a floats [count], 1 b floats [count], 2 flags of blocks to leave out (or
    /// absent), 3 out floats [2 * ceil(count / 256)]: of each stretch of 256 weights the sum of a * a and the sum of
    /// (a - b) * (a - b). numbers: 0 count, 1 block length of the flags, 256 at most. Two results may differ by the
    /// rounding of 256 additions.
    SNUG_ERROR_SUMS = 5,

    // The forward pass. Matrices are row by row; "stride" is the number of floats from one row to the next, "words" are
    // 32-bit numbers without a sign. A real number is given by the bits of its float. Results depend on the backend,
    // but not on the number of threads. Where it says so, an operand may be the same range as another.

    /// Rows times the transpose of a weight matrix. operands: 0 weights of `type` [rows * cols], 1 in floats [count *
    /// cols], 2 out floats [count rows of stride], 3 bias floats [rows] (or absent). numbers: 0 count, 1 rows, 2 cols,
    /// 3 stride of out.
    SNUG_MATRIX_PRODUCT = 6,

    /// Each row over the root of its mean square plus epsilon, times weights. operands: 0 in floats [count rows of
    /// stride], 1 weights floats [cols] (or absent), 2 out floats, as 0 (may be 0). numbers: 0 count, 1 cols, 2 stride,
    /// 3 epsilon.
    SNUG_ROOT_MEAN_SQUARE_NORM = 7,

    /// Rotates pairs of each head: by pair i of the row's angles, (a, b) becomes (a c - b s, a s + b c). operands: 0
    /// floats [count rows of stride], changed in place; 1 angles floats [count * turned]: cosine c and sine s of each
    /// pair. numbers: 0 count, 1 heads, 2 length of a head, 3 turned: how much of a head is rotated, 4 stride, 5 1 when
    /// i is paired with i + turned / 2, 0 when 2 i is with 2 i + 1.
    SNUG_ROTARY_EMBEDDING = 8,

    /// Scaled dot products of queries and keys, their softmax over the keys seen, times values. Query i of a sequence
    /// stands at position first + i; it sees keys up to that, and of those the last `window`; one that sees none gets
    /// zeros. What lies where no query of the operation sees it does not matter. operands: 0 queries
    /// [sequences * count rows of stride], 1 keys [sequences * keys rows of stride], 2 values, 3 out floats [sequences
    /// * count * heads * length of a value], 4 sinks floats [heads] (or absent), 7 workspace. numbers: 0 sequences, 1
    /// count, 2 keys, 3 heads, 4 heads of keys and values, 5 length of a key, 6 length of a value, 7 first, 8 window, 0
    /// for none, 9 scale of the products, 10 cap c of the scaled products x, which become c tanh(x / c), or 0, 11 to 13
    /// strides of queries, keys, values.
    SNUG_ATTENTION = 9,

    /// Gated activation. operands: 0 gates [count rows of stride], 1 ups, 2 out floats [count rows of stride] (may be 0
    /// or 1). numbers: 0 count, 1 cols, 2 to 4 strides, 5 SnugActivation.
    SNUG_GATED_ACTIVATION = 10,

    /// operands: 0 floats [count], to which 1 floats [count] are added. numbers: 0 count.
    SNUG_ADD = 11,

    /// Rows by their numbers. operands: 0 in floats [any * cols], 1 numbers words [count], 2 out floats [count * cols].
    /// numbers: 0 count, 1 cols.
    SNUG_GATHER_ROWS = 12,

    /// Adds rows, each times its factor, to rows by their numbers, no two of which are equal. operands: 0 in floats
    /// [count * cols], 1 numbers words [count], 2 factors floats [count], 3 floats [any * cols], changed. numbers: 0
    /// count, 1 cols.
    SNUG_SCATTER_ADD_ROWS = 13,

    /// x becomes cap * tanh(x / cap). operands: 0 floats [count], changed. numbers: 0 count, 1 cap.
    SNUG_SOFT_CAP = 14,

    /// Minus the logarithm of each row's softmax at its target. operands: 0 logits floats [count * cols], 1 targets
    /// words [count], below cols, 2 out floats [count]. numbers: 0 count, 1 cols. NaN where a logit is.
    SNUG_TOKEN_LOSS = 15,

    /// Two models' logits compared. operands: 0 base floats [count * cols], 1 other floats [count * cols], 2 targets
    /// words [count], 3 out [count * 5]: the Kullback-Leibler divergence of the other's softmax from the base's, the
    /// base's and the other's loss as above, floats; the base's and the other's most likely number, the first of
    /// equals, words. Shares of the base below e^-16 are left out of the divergence, which is NaN where a logit is.
    /// numbers: 0 count, 1 cols.
    SNUG_DIVERGENCE = 16,

    /// Adds the squares of each column. operands: 0 in floats [count * cols], 1 sums floats [cols], changed. numbers: 0
    /// count, 1 cols.
    SNUG_COLUMN_SQUARES = 17,

    /// Rounds blocks of a row to 8-bit numbers times a scale, as llama.cpp's processor does before it multiplies with
    /// quantized weights. operands: 0 in floats [count * cols], 1 out floats [count * cols]. numbers: 0 count, 1 cols,
    /// a multiple of the block, 2 SnugRowRounding.
    SNUG_ROUND_ROWS = 18,
};

/// What SNUG_GATED_ACTIVATION does with gate g and up u.
enum SnugActivation {
    SNUG_SILU = 0,         ///< g / (1 + e^-g) u
    SNUG_GELU = 1,         ///< the approximation by tanh, times u
    SNUG_CLAMPED_SILU = 2, ///< of gpt-oss: g at most 7, u within -7 .. 7: g / (1 + e^(-1.702 g)) (u + 1)
};

/// Blocks of SNUG_ROUND_ROWS.
enum SnugRowRounding {
    SNUG_ROUND_32 = 0,  ///< of 32 with a 16-bit scale, the largest magnitude over 127: its Q8_0 and Q8_1
    SNUG_ROUND_256 = 1, ///< of 256 with a 32-bit scale, minus the value of largest magnitude over 127: its Q8_K
};

#define SNUG_OPERANDS 8
#define SNUG_NUMBERS 16
#define SNUG_WORKSPACE 7 ///< the operand that is room to work in, see workspaceBytes()

typedef struct SnugOperation
{
    uint32_t name; ///< SnugOperationName
    uint32_t type; ///< GGUF's number of a storage type, where the operation has one
    SnugRange operands[SNUG_OPERANDS];
    uint64_t numbers[SNUG_NUMBERS];
} SnugOperation;

/// First in every table, whatever its version.
typedef struct SnugBackendHead
{
    uint32_t abiVersion; ///< SNUG_BACKEND_ABI of the module's build
    uint32_t tableBytes; ///< sizeof(SnugBackend) of the module's build
    const char *name;    ///< "cpu", "cuda", "vulkan"
    const char *programVersion;
} SnugBackendHead;

/// All functions of a backend. None is null. Devices may be used from any thread; a stream and its events from one
/// thread at a time. Functions with a message fill it unless they answer SNUG_OK; it is never null.
typedef struct SnugBackend
{
    SnugBackendHead head;

    /// Starts the driver where that has not happened and counts its devices. Errors say why there is none.
    int (*countDevices)(uint32_t *count, SnugMessage *message);
    int (*describeDevice)(uint32_t index, SnugDeviceInfo *info, SnugMessage *message);
    /// Looks without opening the device; cheap enough for twice a second.
    int (*readMemory)(uint32_t index, SnugMemoryInfo *memory, SnugMessage *message);

    int (*openDevice)(uint32_t index, SnugDevice **device, SnugMessage *message);
    /// All its buffers, streams and events are gone before. Waits for nothing: streams were finished or are lost.
    void (*closeDevice)(SnugDevice *device);
    /// SnugSupport of an operation on a type. `weighted`: 1 with importance.
    int (*supports)(SnugDevice *device, uint32_t operation, uint32_t type, int weighted);

    /// Contents start undefined. `bytes` is a multiple of 4, largestBufferBytes at most.
    int (*createBuffer)(SnugDevice *device, uint32_t kind, uint64_t bytes, SnugBuffer **buffer, SnugMessage *message);
    /// Address of an upload or download buffer, for as long as it lives; null for others, except the processor's.
    /// 64-byte aligned.
    void *(*mappedBuffer)(SnugBuffer *buffer);
    void (*destroyBuffer)(SnugBuffer *buffer);

    /// `threads`: how many of the host's it may use where the processor does the work, 1 or more.
    int (*createStream)(SnugDevice *device, uint32_t threads, SnugStream **stream, SnugMessage *message);
    void (*destroyStream)(SnugStream *stream);
    int (*createEvent)(SnugDevice *device, SnugEvent **event, SnugMessage *message);
    void (*destroyEvent)(SnugEvent *event);

    /// Enqueues. Both ranges have the same number of bytes, a multiple of 4; any two kinds of buffer.
    int (*copy)(SnugStream *stream, const SnugRange *from, const SnugRange *to, SnugMessage *message);
    /// Bytes of the workspace that an operation wants on this stream; 0 for none. Only its name, type and numbers
    /// count.
    uint64_t (*workspaceBytes)(SnugStream *stream, const SnugOperation *operation);
    /// Enqueues; sees what was enqueued before on the same stream.
    int (*run)(SnugStream *stream, const SnugOperation *operation, SnugMessage *message);
    /// Marks this point and sends everything enqueued so far on its way. An event may be recorded again once reached.
    int (*record)(SnugStream *stream, SnugEvent *event, SnugMessage *message);
    /// Later work of `stream` starts after `event`, recorded on another stream of the device.
    int (*waitOnDevice)(SnugStream *stream, SnugEvent *event, SnugMessage *message);
    /// Blocks the calling thread until a recorded event is reached; what was copied to download buffers is visible
    /// then. Errors of the work itself come out here.
    int (*waitOnHost)(SnugEvent *event, SnugMessage *message);
} SnugBackend;

typedef const SnugBackend *(*SnugModuleEntry)(void);

#ifdef __cplusplus
}
#endif

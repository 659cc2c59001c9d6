# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Logits from llama.cpp: the C functions of the library inside the xllamacpp package, called with ctypes.

Functions and the order of fields are those of llama.h. Its two structs of parameters grow with versions, so only the
fields up to the last one needed are named here, with room behind them; `_defaults` checks that those named are where they
are thought to be.
"""

import ctypes
import pathlib

import numpy
import xllamacpp

TYPE_F32, TYPE_F16 = 0, 1

_library = ctypes.CDLL(str(next(pathlib.Path(xllamacpp.__file__).parent.glob("xllamacpp*.so"))))


class _ModelParams(ctypes.Structure):
    """Passed on as the library fills it. A struct this large goes over the stack, where more room does no harm."""

    _fields_ = [("bytes", ctypes.c_uint64 * 64)]


class _ContextParams(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in (
        "n_ctx", "n_batch", "n_ubatch", "n_seq_max", "n_rs_seq", "n_outputs_max", "n_outputs_max_per_seq")]
    _fields_ += [(name, ctypes.c_int32) for name in (
        "n_threads", "n_threads_batch", "ctx_type", "rope_scaling_type", "pooling_type", "attention_type",
        "flash_attn_type")]
    _fields_ += [(name, ctypes.c_float) for name in (
        "rope_freq_base", "rope_freq_scale", "yarn_ext_factor", "yarn_attn_factor", "yarn_beta_fast", "yarn_beta_slow")]
    _fields_ += [("yarn_orig_ctx", ctypes.c_uint32), ("defrag_thold", ctypes.c_float),
                 ("cb_eval", ctypes.c_void_p), ("cb_eval_user_data", ctypes.c_void_p),
                 ("type_k", ctypes.c_int32), ("type_v", ctypes.c_int32), ("others", ctypes.c_uint64 * 64)]


class _Batch(ctypes.Structure):
    _fields_ = [("n_tokens", ctypes.c_int32), ("token", ctypes.POINTER(ctypes.c_int32)),
                ("embd", ctypes.POINTER(ctypes.c_float)), ("pos", ctypes.POINTER(ctypes.c_int32)),
                ("n_seq_id", ctypes.POINTER(ctypes.c_int32)),
                ("seq_id", ctypes.POINTER(ctypes.POINTER(ctypes.c_int32))), ("logits", ctypes.POINTER(ctypes.c_int8))]


def _declare(name, result, *arguments):
    function = getattr(_library, name)
    function.restype, function.argtypes = result, arguments
    return function


_pointer = ctypes.c_void_p
_log = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, _pointer)
_log_set = _declare("llama_log_set", None, _log, _pointer)
_model_defaults = _declare("llama_model_default_params", _ModelParams)
_context_defaults = _declare("llama_context_default_params", _ContextParams)
_load = _declare("llama_model_load_from_file", _pointer, ctypes.c_char_p, _ModelParams)
_free_model = _declare("llama_model_free", None, _pointer)
_start = _declare("llama_init_from_model", _pointer, _pointer, _ContextParams)
_free = _declare("llama_free", None, _pointer)
_vocab_of = _declare("llama_model_get_vocab", _pointer, _pointer)
_vocab_size = _declare("llama_vocab_n_tokens", ctypes.c_int32, _pointer)
_adds_bos = _declare("llama_vocab_get_add_bos", ctypes.c_bool, _pointer)
_bos = _declare("llama_vocab_bos", ctypes.c_int32, _pointer)
_tokenize = _declare("llama_tokenize", ctypes.c_int32, _pointer, ctypes.c_char_p, ctypes.c_int32,
                     ctypes.POINTER(ctypes.c_int32), ctypes.c_int32, ctypes.c_bool, ctypes.c_bool)
_memory_of = _declare("llama_get_memory", _pointer, _pointer)
_clear = _declare("llama_memory_clear", None, _pointer, ctypes.c_bool)
_batch_init = _declare("llama_batch_init", _Batch, ctypes.c_int32, ctypes.c_int32, ctypes.c_int32)
_batch_free = _declare("llama_batch_free", None, _Batch)
_decode = _declare("llama_decode", ctypes.c_int32, _pointer, _Batch)
_logits_of = _declare("llama_get_logits", ctypes.POINTER(ctypes.c_float), _pointer)

_errors = []  # what the library says at level "error"; the reference keeps the callback alive
_keep = _log(lambda level, text, _: _errors.append(text.decode(errors="replace")) if level == 4 else None)


def _defaults():
    """The library's own parameters for a context, once they look as llama.h says."""
    params = _context_defaults()
    seen = {name: getattr(params, name) for name in (
        "n_ctx", "n_batch", "n_ubatch", "n_seq_max", "rope_scaling_type", "pooling_type", "attention_type",
        "flash_attn_type", "rope_freq_base", "yarn_ext_factor", "cb_eval", "cb_eval_user_data", "type_k", "type_v")}
    known = {"n_ctx": 512, "n_batch": 2048, "n_ubatch": 512, "n_seq_max": 1, "rope_scaling_type": -1, "pooling_type": -1,
             "attention_type": -1, "flash_attn_type": -1, "rope_freq_base": 0.0, "yarn_ext_factor": -1.0,
             "cb_eval": None, "cb_eval_user_data": None, "type_k": TYPE_F16, "type_v": TYPE_F16}
    assert seen == known, f"llama_context_params of this version is laid out otherwise: {seen}"
    assert 1 <= params.n_threads <= 1024 and 1 <= params.n_threads_batch <= 1024, (params.n_threads, params.n_threads_batch)
    return params


class Model:
    """A GGUF file in llama.cpp, on the processor, with a cache of 32-bit numbers; use it in a `with`."""

    def __init__(self, path, context, threads=1):
        _log_set(_keep, None)
        _errors.clear()
        self.model = _load(str(path).encode(), _model_defaults())
        assert self.model, f"llama.cpp does not load {path}: {''.join(_errors)}"
        params = _defaults()
        params.n_ctx = params.n_batch = params.n_ubatch = context
        params.n_outputs_max = params.n_outputs_max_per_seq = context
        params.n_threads = params.n_threads_batch = threads
        params.flash_attn_type = 0
        params.type_k = params.type_v = TYPE_F32
        self.context = _start(self.model, params)
        assert self.context, f"llama.cpp makes no context of {path}: {''.join(_errors)}"
        self.vocab = _vocab_of(self.model)
        self.vocab_size = _vocab_size(self.vocab)
        self.length = context

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _free(self.context)
        _free_model(self.model)

    def tokens(self, text):
        """The ids of `text`, bytes of UTF-8, with the begin token where the model wants one."""
        ids = (ctypes.c_int32 * (len(text) + 8))()
        count = _tokenize(self.vocab, text, len(text), ids, len(ids), True, False)
        assert count > 0, f"llama.cpp gives no tokens: {count}"
        return list(ids[:count])

    def begin(self):
        """The id of the begin token, or None where the model does without."""
        return _bos(self.vocab) if _adds_bos(self.vocab) else None

    def logits(self, ids, first):
        """Of the positions from `first` on, after the ids of one window: float32 [len(ids) - first, vocabulary]."""
        assert len(ids) <= self.length
        _clear(_memory_of(self.context), True)
        batch = _batch_init(len(ids), 0, 1)
        batch.n_tokens = len(ids)
        for i, token in enumerate(ids):
            batch.token[i], batch.pos[i], batch.n_seq_id[i], batch.seq_id[i][0] = token, i, 1, 0
            batch.logits[i] = i >= first
        code = _decode(self.context, batch)
        _batch_free(batch)
        assert code == 0, f"llama_decode returns {code}: {''.join(_errors)}"
        rows = (len(ids) - first, self.vocab_size)
        return numpy.ctypeslib.as_array(_logits_of(self.context), rows).copy()

# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
"""Importance matrices that Snug writes are read by the gguf package: layout of llama-imatrix, right sums and figures."""

import json
import subprocess

import common

args = common.arguments()
common.need(args, "gguf", "numpy")

import gguf  # noqa: E402
import numpy as np  # noqa: E402

random = np.random.default_rng(7)
USUAL_KEYS = ["general.type", "imatrix.datasets", "imatrix.chunk_count", "imatrix.chunk_size"]


def write(path, entries, chunks, datasets):
    """As llama-imatrix does: F32 sums [experts, columns] and counts [experts, 1] by name, of those numpy arrays."""
    writer = gguf.GGUFWriter(path, "")
    writer.kv_data[0].clear()  # the architecture, which a matrix does not have
    writer.add_type("imatrix")
    writer.add_array("imatrix.datasets", datasets)
    writer.add_uint32("imatrix.chunk_count", chunks)
    writer.add_uint32("imatrix.chunk_size", 512)
    for name in sorted(entries):
        sums, counts = entries[name]
        writer.add_tensor(f"{name}.in_sum2", sums.astype(np.float32))
        writer.add_tensor(f"{name}.counts", counts.reshape(-1, 1).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def read(path):
    reader = gguf.GGUFReader(path)
    keys = {key: field.contents() for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    return keys, {tensor.name: np.array(tensor.data) for tensor in reader.tensors}


def add_up(target, *files):
    result = subprocess.run([str(part) for part in (args.tool, target, *files)], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def made_up(shapes, unseen):
    """Sums over several magnitudes with some zeros; the named expert of every weight of experts has seen nothing."""
    entries = {}
    for name, (experts, columns) in shapes.items():
        counts = random.integers(1, 4, experts) * 512
        sums = np.exp(random.normal(0, 3, (experts, columns))) * counts[:, None]
        sums[random.random(sums.shape) < 0.02] = 0
        if experts > 1:
            counts[unseen], sums[unseen] = 0, 0
        entries[name] = (sums.astype(np.float32), counts)
    return entries


def figures(sums, counts):
    """The definitions of llama-imatrix --show-statistics, in doubles."""
    seen = counts > 0
    values = (sums[seen].astype(np.float64) / counts[seen, None]).ravel()
    share = values[values > 0] / values.sum()
    deviation = values.std()
    return {
        "values": values.size, "sum": values.sum(), "least": values.min(), "most": values.max(), "mean": values.mean(),
        "deviation": deviation, "active_share": (values > 1e-5).mean(), "entropy": -(share * np.log2(share)).sum(),
        "evenness": -(share * np.log2(share)).sum() / np.log2(values.size),
        "high_share": ((values - values.mean()) / deviation > 1).mean(),
        "experts": counts.size, "seen_experts": seen.sum(),
    }


shapes = {}
for layer in range(3):
    for name, shape in (("attn_q", (1, 96)), ("ffn_up_exps", (8, 64)), ("ffn_down_exps", (8, 33))):
        shapes[f"blk.{layer}.{name}.weight"] = shape
shapes["output.weight"] = (1, 96)
parts = [made_up(shapes, unseen) for unseen in (2, 5)]
extra = made_up({"blk.3.attn_q.weight": (1, 96)}, 0)
parts[1].update(extra)
for number, part in enumerate(parts):
    write(args.work / f"part{number}.gguf", part, 3 + number, [f"text{number}.txt"])

# One file alone comes back as it was, both in layout and in bytes behind the header.
add_up(args.work / "same.gguf", args.work / "part0.gguf")
before, after = (gguf.GGUFReader(args.work / name) for name in ("part0.gguf", "same.gguf"))
assert [t.name for t in before.tensors] == [t.name for t in after.tensors]
assert [t.shape.tolist() for t in before.tensors] == [t.shape.tolist() for t in after.tensors]
assert (args.work / "part0.gguf").read_bytes() == (args.work / "same.gguf").read_bytes()

# Two files give their sums.
report = add_up(args.work / "sum.gguf", args.work / "part0.gguf", args.work / "part1.gguf")
keys, tensors = read(args.work / "sum.gguf")
assert list(keys) == USUAL_KEYS, list(keys)
assert keys["general.type"] == "imatrix" and keys["imatrix.datasets"] == ["text0.txt", "text1.txt"], keys
assert keys["imatrix.chunk_count"] == 7 and keys["imatrix.chunk_size"] == 512, keys
total = {}
for part in parts:
    for name, (sums, counts) in part.items():
        old = total.get(name, (0, 0))
        total[name] = (old[0] + sums.astype(np.float64), old[1] + counts)
assert list(tensors) == [name + end for name in sorted(total) for end in (".in_sum2", ".counts")]
for name, (sums, counts) in total.items():
    stored = tensors[name + ".in_sum2"]
    assert stored.dtype == np.float32 and stored.shape == sums.shape, name
    assert np.array_equal(stored, sums.astype(np.float32)), name
    assert np.array_equal(tensors[name + ".counts"], counts.reshape(-1, 1).astype(np.float32)), name

# The figures are numpy's.
assert {tensor["name"] for tensor in report["tensors"]} == set(total)
for tensor in report["tensors"]:
    for key, expected in figures(*total[tensor["name"]]).items():
        assert np.isclose(tensor[key], expected, rtol=1e-9, atol=1e-12), (tensor["name"], key, tensor[key], expected)
query = {tensor["layer"]: tensor for tensor in report["tensors"] if tensor["part"] == "attn_q"}
a, b = ((total[f"blk.{layer}.attn_q.weight"][0] / total[f"blk.{layer}.attn_q.weight"][1][:, None]).ravel()
        for layer in (0, 1))
assert np.isclose(query[1]["similarity"], a @ b / np.sqrt((a @ a) * (b @ b)), rtol=1e-9)
assert query[0]["similarity"] is None

# Quantizing with it does what quantizing with the sum that numpy wrote does.
plain = args.work / "f16.gguf"
common.quantize(args, "F16", output=plain)
weights = [t for t in gguf.GGUFReader(plain).tensors if t.name.startswith("blk.") and len(t.shape) == 2]
shapes = {t.name: (1, int(t.shape[0])) for t in weights}
parts = [made_up(shapes, 0) for _ in range(2)]
for number, part in enumerate(parts):
    write(args.work / f"model{number}.gguf", part, 1, ["text.txt"])
together = {name: (parts[0][name][0].astype(np.float64) + parts[1][name][0], parts[0][name][1] + parts[1][name][1])
            for name in shapes}
outputs = []
for folder, make in (("numpy", lambda path: write(path, together, 2, ["text.txt"])),
                     ("snug", lambda path: add_up(path, args.work / "model0.gguf", args.work / "model1.gguf"))):
    matrix = args.work / folder / "m.gguf"
    matrix.parent.mkdir()
    make(matrix)
    output = args.work / folder / "out.gguf"
    common.quantize(args, "IQ2_XS", model=plain, output=output, options=("--imatrix", str(matrix)))
    outputs.append({t.name: bytes(t.data) for t in gguf.GGUFReader(output).tensors})
assert outputs[0] == outputs[1]
common.quantize(args, "IQ2_XS", model=plain, output=args.work / "other.gguf",
                options=("--imatrix", str(args.work / "model0.gguf")))
assert outputs[0] != {t.name: bytes(t.data) for t in gguf.GGUFReader(args.work / "other.gguf").tensors}
print("importance matrices: layout, sums, figures and what quantizing makes of them agree")

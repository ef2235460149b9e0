"""Copy arrays of records through their bytes: NumPy copies them field by field, which takes up to thirty times as long."""

import numpy as np


def copied(records: np.ndarray) -> np.ndarray:
    """Copy an array of records, or of numbers."""
    if records.dtype.fields is None:
        return records.copy()
    return _raw(records).copy().view(records.dtype).reshape(records.shape)


def take(records: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Copy the records at some places: (len(rows),)."""
    return _raw(records)[rows].view(records.dtype).reshape(len(rows))


def cut(records: np.ndarray, part: str, index: np.ndarray | None = None) -> np.ndarray:
    """Copy one field of each record, which is itself a record.

    Args:
        records: (n,).
        part: the name of the field.
        index: (n,), where the field is an array of records, which of them is copied of each.
    """
    assert records.dtype.fields is not None
    dtype, offset = records.dtype.fields[part][:2]
    raw, size = _raw(records), dtype.base.itemsize
    out = np.empty((len(records), size), np.uint8)
    for which in range(dtype.shape[0] if dtype.shape else 1):
        rows = slice(None) if index is None else index == which
        out[rows] = raw[rows, offset + which * size : offset + (which + 1) * size]
    return out.view(dtype.base).reshape(len(records))


def _raw(records: np.ndarray) -> np.ndarray:
    """Return records as rows of bytes: uint8 (n, size of a record)."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(records.size, records.dtype.itemsize)

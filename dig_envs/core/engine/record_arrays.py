"""Copy arrays of records as bytes. NumPy copies records field by field, which takes up to thirty times as long."""

import numpy as np


def copy_records(records: np.ndarray) -> np.ndarray:
    """Copy an array of records or numbers."""
    if records.dtype.fields is None:
        return records.copy()
    return _raw(records).copy().view(records.dtype).reshape(records.shape)


def copy_rows(records: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Copy records[rows], structured (len(rows),)."""
    return _raw(records)[rows].view(records.dtype).reshape(len(rows))


def copy_field(records: np.ndarray, name: str, index: np.ndarray | None = None) -> np.ndarray:
    """Copy one field, itself a record, of each record.

    Args:
        records: structured (n,).
        name: the field's name.
        index: if the field is an array of records, the index of the record to copy, integers (n,).

    Returns:
        Structured (n,).
    """
    assert records.dtype.fields is not None
    dtype, offset = records.dtype.fields[name][:2]
    raw, size = _raw(records), dtype.base.itemsize
    out = np.empty((len(records), size), np.uint8)
    for k in range(dtype.shape[0] if dtype.shape else 1):
        rows = slice(None) if index is None else index == k
        out[rows] = raw[rows, offset + k * size : offset + (k + 1) * size]
    return out.view(dtype.base).reshape(len(records))


def _raw(records: np.ndarray) -> np.ndarray:
    """View records as bytes, uint8 (n, record size)."""
    return np.ascontiguousarray(records).view(np.uint8).reshape(records.size, records.dtype.itemsize)

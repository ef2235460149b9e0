"""Numba intrinsics for memory and functions at addresses. They are made at the first call of `address_intrinsics`."""

from functools import cache
from typing import Any


@cache
def address_intrinsics() -> dict[str, Any]:
    """Return the intrinsics by the names that compiled code uses."""
    return {"address_of": _address_of(), "array_at": _array_at(), "call_at": _call_at()}


def _address_of() -> Any:
    """Make `address_of(value)`: the address of a record, or of the first element of an array."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def address_of(typing_context, value):
        def generate(context, builder, sig, args):
            data = args[0]
            if isinstance(value, types.Array):
                data = context.make_array(value)(context, builder, data).data
            return builder.ptrtoint(data, ir.IntType(64))

        return types.int64(value), generate

    return address_of


def _array_at() -> Any:
    """Make `array_at(address, shape, dtype)`, which views the memory at an address as a C-contiguous array."""
    from numba import types
    from numba.extending import intrinsic
    from numba.np.arrayobj import populate_array

    @intrinsic
    def array_at(typing_context, address, shape, dtype):
        array = types.Array(dtype.dtype, len(shape), "C")

        def generate(context, builder, sig, args):
            out = context.make_array(array)(context, builder)
            sizes = [builder.extract_value(args[1], axis) for axis in range(len(shape))]
            itemsize = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(dtype.dtype)))
            strides = [itemsize]
            for size in reversed(sizes[1:]):
                strides.insert(0, builder.mul(strides[0], size))
            data = builder.inttoptr(args[0], out.data.type)
            populate_array(out, data=data, shape=sizes, strides=strides, itemsize=itemsize, meminfo=None)
            return out._getvalue()

        return array(types.int64, shape, dtype), generate

    return array_at


def _call_at() -> Any:
    """Make `call_at(address, arguments)`, which calls a C function with int64 arguments and an int64 result."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def call_at(typing_context, address, arguments):
        count = len(arguments)

        def generate(context, builder, sig, args):
            word = ir.IntType(64)
            target = ir.FunctionType(word, [word] * count).as_pointer()
            return builder.call(builder.inttoptr(args[0], target), [builder.extract_value(args[1], k) for k in range(count)])

        return types.int64(types.int64, types.UniTuple(types.int64, count)), generate

    return call_at


@cache
def word_at(symbol: str) -> Any:
    """Make an intrinsic `word_at(index)`, which reads an int64 of the array with this symbol.

    The symbol must be known to `llvmlite.binding.add_symbol` before the code is compiled or loaded.
    """
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def word_at(typing_context, index):
        def generate(context, builder, sig, args):
            word = ir.IntType(64)
            array = builder.module.globals.get(symbol) or ir.GlobalVariable(builder.module, word, symbol)
            return builder.load(builder.gep(array, [args[0]]))

        return types.int64(types.int64), generate

    word_at.__name__ = f"word_at_{symbol}"  # type: ignore[attr-defined]  # part of the key of machine code
    return word_at

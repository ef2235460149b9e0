"""A stand-in for a GPU: kernels run as plain Python over checked views, one call for each thread."""

from types import SimpleNamespace

import numpy as np

from dig_envs.core.engine import Engine


class HostGpu:
    """Has the methods of `dig_envs.core.cuda.gpu.Gpu`. The memory of the GPU is that of the host."""

    def __init__(self, game, tables):
        self._tables, self._engine, self._thread = tables, Engine(game), SimpleNamespace(number=0)
        self._engine.plain = True

    @staticmethod
    def require():
        pass

    def write(self):
        pass

    def read(self):
        pass

    def array(self, name, part):
        return part(getattr(self._tables, name))

    def empty_actions(self):
        return np.zeros(len(self._tables.states), np.int64)

    def actions(self, given):
        return given

    def launch(self, kernel, argument, **bindings):
        run = self._engine.kernel(kernel, grid=lambda axes: self._thread.number, **bindings)
        for thread in range(len(self._tables.states) + 1):  # a block has threads without a table
            self._thread.number = thread
            run(argument, self._tables)

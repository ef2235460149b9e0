"""`CudaBatch`: a batch in the memory of an NVIDIA GPU. **Experimental: no kernel has ever run on a GPU.**"""

from dig_envs.core.cuda.batch import CudaBatch

__all__ = ["CudaBatch"]

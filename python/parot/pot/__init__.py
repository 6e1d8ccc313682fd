"""A drop-in for ``ot.partial`` and the partial functions of ``ot.gromov`` (POT).

Replace ``ot.partial.X`` by ``parot.pot.X`` (or ``parot.pot.partial.X``) and ``ot.gromov.X`` by
``parot.pot.gromov.X``: same names, arguments, dense plans and log dictionaries. Empty weights mean
uniform ones. What differs:

- the mass is the one asked for, for any sign and scale of costs; `nb_dummies`, `thres` and what POT
  hands on to its linear solver (`numItermax`, `numThreads`, ...) are accepted and not needed; other
  keywords are refused;
- ``log["u"]`` and ``log["v"]`` prove the plan: ``u[i] + v[j] <= M[i, j]`` with ``v <= 0`` and
  ``u <= log["lambda"]``;
- bad input is a ValueError that names the argument; running into `numItermax` is a UserWarning;
- the entropic functions work in logarithms and stop when they have converged.

`install` puts all of these in the place of POT's, so that programs that call ``ot.partial`` and
``ot.gromov`` run unchanged; `uninstall`, or the end of ``with parot.pot.install():``, undoes it.

Torch tensors come back as tensors. Values of exact functions (``...2``) are differentiable by costs,
distances, weights, mass and alpha, and ``log["partial_w_dist"]`` of `entropic_partial_wasserstein` by
costs, weights and mass; `parot.torch` has the same without POT's names.
"""
from __future__ import annotations

from . import gromov as gromov
from . import partial as partial
from ._install import Installed as Installed
from ._install import install as install
from ._install import uninstall as uninstall
from .partial import *  # noqa: F403
from .partial import __all__ as _of_partial

__all__ = [*_of_partial, "Installed", "gromov", "install", "partial", "uninstall"]

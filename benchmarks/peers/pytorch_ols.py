#!/usr/bin/env python3
"""Measures PyTorch's ways to least squares on a GPU, to compare with scenarios/ols-bars.toml.

    python3 benchmarks/peers/pytorch_ols.py [ROWSxCOLUMNS[xFITS] ...]

X and y are in device memory, float by rows, with condition number 10, as in the scenario. Prints a line
for each shape and method: the median wall-clock time of 20 calls, including waiting for their end, and
the greatest relative error of b, scaled as in ols/fit. Needs PyTorch with CUDA.
"""
import statistics
import sys
import time

import torch

SHAPES = ["10000000x64", "1000000x1024", "100x10x10000", "1024x32"]
CALLS = 20


def made(rows, columns, fits):
    """Makes X of condition number 10 with columns of similar norms, y with a tenth of noise, and b."""
    generator = torch.Generator(device="cuda").manual_seed(1)

    def normal(*shape):
        return torch.randn(*shape, device="cuda", generator=generator)

    right = torch.linalg.qr(normal(fits, columns, columns))[0]
    values = torch.logspace(0, -1, columns, device="cuda")
    x = normal(fits, rows, columns) @ (values[:, None] * right)
    b = normal(fits, columns, 1)
    exact = x @ b
    noise = normal(fits, rows, 1)
    return x, exact + 0.1 * exact.norm() / noise.norm() * noise


def normal_equations(x, y):
    transposed = x.mT
    factor = torch.linalg.cholesky(transposed @ x)
    return torch.cholesky_solve(transposed @ y, factor)


def gels(x, y):
    return torch.linalg.lstsq(x, y, driver="gels").solution


def in_double(x, y):
    """Solves the normal equations in double, a part of the rows at a time: exact to 1e-13 at condition 10."""
    gram = right = 0
    for x_part, y_part in zip(x.split(1 << 18, dim=-2), y.split(1 << 18, dim=-2)):
        wide = x_part.double()
        gram = gram + wide.mT @ wide
        right = right + wide.mT @ y_part.double()
    return torch.linalg.solve(gram, right), gram.diagonal(dim1=-2, dim2=-1).sqrt()[..., None]


def timed(route, x, y):
    times = []
    for _ in range(CALLS + 3):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        b = route(x, y)
        torch.cuda.synchronize()
        times.append(time.perf_counter() - begin)
    return b, statistics.median(times[3:])


def report(shape):
    rows, columns, fits = ([int(part) for part in shape.split("x")] + [1])[:3]
    x, y = made(rows, columns, fits)
    best, norms = in_double(x, y)
    routes = [("normal equations", normal_equations, False)]
    routes += [("normal equations in TF32", normal_equations, True)]
    if rows * columns * fits <= 2**30:
        routes += [("gels", gels, False)]
    for name, route, tf32 in routes:
        torch.backends.cuda.matmul.allow_tf32 = tf32
        try:
            b, seconds = timed(route, x, y)
        except RuntimeError as error:  # cuSOLVER rejects some shapes
            print(f"{shape:>14} {name:26} {str(error).splitlines()[0]}", flush=True)
            continue
        error = ((norms * (b - best)).norm(dim=-2) / (norms * best).norm(dim=-2)).max().item()
        print(f"{shape:>14} {name:26} {seconds * 1e3:9.4f} ms  error {error:.1e}", flush=True)


def main():
    if not torch.cuda.is_available():
        sys.exit("pytorch_ols: PyTorch sees no GPU")
    print(f"PyTorch {torch.__version__} on {torch.cuda.get_device_name()}")
    for shape in sys.argv[1:] or SHAPES:
        report(shape)
        torch.cuda.empty_cache()


main()

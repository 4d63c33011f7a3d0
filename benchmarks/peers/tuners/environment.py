"""The virtual environment that peers are installed into, from PyPI."""
import json
import os
import pathlib
import subprocess
import venv

LISTING = """
import importlib.metadata, json
print(json.dumps([[one.name, one.version] for one in importlib.metadata.distributions()]))
"""


class Environment:
    def __init__(self, folder):
        self.python = pathlib.Path(folder).resolve() / "bin" / "python"
        if not self.python.exists():
            venv.create(folder, with_pip=True)

    def install(self, packages):
        """Installs packages one by one; returns why, by name, for those that cannot be."""
        failures = {}
        for package in packages:
            command = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package]
            done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                lines = [line for line in done.stdout.splitlines() if "error" in line.lower()]
                failures[package] = (lines or done.stdout.splitlines() or ["pip failed"])[-1].strip()
        return failures

    def versions(self, packages):
        """The installed version of each package by its name, or None."""
        listed = json.loads(subprocess.run([self.python, "-c", LISTING], check=True, stdout=subprocess.PIPE).stdout)
        installed = {name.lower().replace("-", "_"): version for name, version in listed if name}
        return {name: installed.get(name.lower().replace("-", "_")) for name in packages}


def one_thread():
    """The environment of processes in which libraries keep to one thread."""
    threads = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
    return {**os.environ, **threads, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}


def here(program):
    """The path of a program next to this file."""
    return str(pathlib.Path(__file__).resolve().parent / program)

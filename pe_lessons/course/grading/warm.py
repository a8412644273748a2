"""The warmed process and its scratch folder, from outside."""

import multiprocessing.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pe_lessons

from ..environment import one_blas_thread
from . import wire, zygote

TO_END = 2.0  # seconds, before it is killed


class Warmed:
    """A warmed process and its scratch folder. `held` says what holds the notebooks, `why` what kept it from more."""

    def __init__(self, namespaces=True):
        self.scratch = Path(tempfile.mkdtemp(prefix="pe-lessons-"))
        os.chmod(self.scratch, 0o755)
        one_blas_thread()
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("JUPYTER", "IPYTHON", "PYTHON")) or key == "PYTHONPATH"}
        environment |= {"PYTHONHASHSEED": "0", "IPYTHONDIR": str(self.scratch / "ipython")}
        self.control, theirs = socket.socketpair()
        self.said = self.scratch / "stderr"
        with theirs, open(self.said, "wb") as said:
            self.process = subprocess.Popen([sys.executable, "-c", f"from {zygote.__name__} import main; main()", str(os.getpid())], stdin=theirs, stderr=said,
                                            start_new_session=True, cwd=self.scratch, env=environment)
        # not atexit, which the processes of a pool do not come to
        self._finish = multiprocessing.util.Finalize(self, _finish, (self.control, self.process, self.scratch), exitpriority=10)
        package = Path(pe_lessons.__file__).resolve().parent
        hidden = [path for path in (package.parent, Path.home()) if path != Path("/") and path.name != "site-packages"]
        wire.send(self.control, {"scratch": str(self.scratch), "package": str(package), "hidden": list(map(str, hidden)), "namespaces": namespaces})
        answer = wire.receive(self.control)
        if answer is None:
            said = self.said.read_text(errors="replace").strip().split("\n")[-1]
            self.close()
            raise OSError(f"the process that runs the notebooks did not start: {said}")
        self.held, self.why = answer[0]["held"], answer[0]["why"]

    def lay_out(self, files):
        """Put what lies beside the next notebook, ``{path: bytes}``, in place of what lay beside the last one."""
        folder = self.scratch / "job"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def close(self):
        """End it, with all that it runs."""
        self._finish()


def _finish(control, process, scratch):
    control.close()
    try:
        process.wait(TO_END)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(scratch, ignore_errors=True)

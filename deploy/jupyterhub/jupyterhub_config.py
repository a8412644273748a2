"""JupyterHub for a class: every student gets a server of their own with a pulled copy of the course.

Standard parts only. README.md beside this file says how to set it up; tests/test_jupyterhub.py runs this very file.
Tested with jupyterhub 6.1.1, nbgitpuller 1.3.0, configurable-http-proxy 5.3.0 and the versions of requirements-lock.txt.
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# -- the course -------------------------------------------------------------------------------------------------------

# What the students' copies are pulled from: the clone that this file lies in, or any address that git takes.
COURSE = os.environ.get("COURSE_REPOSITORY") or HERE.parents[1].as_uri()

# Each server starts through start-server, which pulls the course, copies the exercises, and becomes jupyterhub-singleuser.
c.Spawner.cmd = ["sh", str(HERE / "start-server")]  # noqa: F821  (`c` comes from JupyterHub)
c.Spawner.args = ["--ContentsManager.pre_save_hook=pe_lessons.course.saved.keep_pictures"]  # noqa: F821  as `pe-lessons lab`
c.Spawner.environment = {  # noqa: F821
    "COURSE_REPOSITORY": COURSE,
    "COURSE_BRANCH": os.environ.get("COURSE_BRANCH", ""),  # empty: the one that the repository calls its own
    "PATH": os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)]),
    "JUPYTER_PREFER_ENV_PATH": "1",  # a kernel in a student's home must not hide that of the course
    "OPENBLAS_NUM_THREADS": "1",  # forty kernels share the processors; the matrices of the lessons are small
    "MKL_NUM_THREADS": "1",
}
c.Spawner.default_url = "/lab/tree/positional-encoding/notebooks/00_start_here.ipynb"  # noqa: F821
c.Spawner.start_timeout = c.Spawner.http_timeout = 180  # noqa: F821  the first pull clones, and a class comes all at once

# -- who may come in, and as whom their code runs ---------------------------------------------------------------------

# The users of the machine (PAM) and a process for each under their own name: JupyterHub's own defaults, written out.
c.JupyterHub.authenticator_class = "pam"  # noqa: F821
c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"  # noqa: F821
c.Authenticator.allow_existing_users = True  # noqa: F821
c.Authenticator.admin_users = set(os.environ.get("HUB_ADMINS", "").split())  # noqa: F821
c.PAMAuthenticator.allowed_groups = set(os.environ.get("HUB_GROUPS", "students").split())  # noqa: F821

# In containers instead (python -m pip install dockerspawner): an image with the course installed, the same start-server.
# c.JupyterHub.spawner_class = "docker"
# c.DockerSpawner.image = "positional-encoding"
# c.DockerSpawner.mem_limit, c.DockerSpawner.cpu_limit = "2G", 1.0
# c.DockerSpawner.volumes = {"course-{username}": "/home/jovyan"}

# -- the hub ----------------------------------------------------------------------------------------------------------

# Loopback only: a web server with a certificate stands in front of it (or c.JupyterHub.ssl_key and ssl_cert here).
c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # noqa: F821

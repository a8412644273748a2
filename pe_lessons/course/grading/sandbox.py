"""What holds a student's code: a view of the disk with little in it, no network, no other process, and limits.

Three processes, one within the other, take a step each. The warmed one makes a root of its own in which there is the
Python that runs it and nothing of the instructor's (`enclose`). The keeper of one run adds the student's copy, on a disk
in memory, and goes into namespaces of its own (`isolate`). The student's process lowers its limits and gives up every right
to raise them (`restrict`). Where the system allows no namespaces the limits are left. `tried` tells what really holds.
"""

import ctypes
import errno
import os
import resource
import shutil
import site
import socket
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime",
          "/etc/fonts", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom")
PLACE = "/student"  # a disk in memory: the copy of the submission and a folder for temporary files
COPY, TEMPORARY = f"{PLACE}/submission", f"{PLACE}/tmp"

NOBODY = 65534  # who the student's process is, where root marks

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 1, 2, 4, 4096, 16384, 1 << 18, 2
NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
SYS_MOUNT_SETATTR, AT_RECURSIVE = 442, 0x8000  # the same number on every processor, unlike the next
_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41, "riscv64": 41, "loongarch64": 41, "ppc64le": 203, "s390x": 217}
PR_SET_DUMPABLE, PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 4, 24, 36, 38


class NotAllowed(OSError):
    """The system does not let this process make namespaces."""


@dataclass(frozen=True)
class Limits:
    """What one notebook may use.

    Attributes
    ----------
    seconds : float
        For each cell and for each check.
    total : float
        For a whole notebook, in the same unit; None: ten times as long as one cell.
    memory : int
        Bytes of address space of each process.
    disk : int
        Bytes of all files together, the copy of the submission among them.
    file : int
        Bytes of one file.
    output : int
        Bytes that are printed.
    processes, files : int
        How many processes and threads at once, and how many open files.
    """

    seconds: float = 20.0
    total: float | None = None
    memory: int = 2_000_000_000
    disk: int = 256_000_000
    file: int = 64_000_000
    output: int = 1_000_000
    processes: int = 24
    files: int = 256

    @property
    def whole(self):
        return 10 * self.seconds if self.total is None else self.total


_libc = ctypes.CDLL(None, use_errno=True)


def _call(name, *arguments):
    arguments = [a.encode() if isinstance(a, str) else a for a in arguments]
    if getattr(_libc, name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise NotAllowed(number, f"{name}: {os.strerror(number)}")


def _mount(source, target, kind=None, flags=0, data=None):
    _call("mount", source, str(target), kind, ctypes.c_ulong(flags), data)


# -- the warmed process ------------------------------------------------------------------------------------------------


def of_python():
    """The folders from which this Python may still import."""
    folders = [Path(path) for key, path in sysconfig.get_paths().items() if key in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders += map(Path, site.getsitepackages())
    for prefix in (sys.prefix, sys.base_prefix):
        folders += [Path(prefix, part) for part in ("bin", "lib", "lib64", "share", "pyvenv.cfg")]
    return sorted({*folders, *(folder.resolve() for folder in folders)})


def enclose(scratch, package, hidden):
    """Go for good into a root of its own, read-only, with this Python, the package of the course and the empty `PLACE`.

    Parameters
    ----------
    scratch : path
        A folder of this process; it is found at ``/scratch`` afterwards.
    package : path
        The folder of ``pe_lessons``; its exercises are not in the new root.
    hidden : iterable of path
        Folders that are covered should they lie within one of the system.

    Raises
    ------
    NotAllowed
        The system does not allow it.
    """
    root, package = Path(scratch, "root"), Path(package)
    root.mkdir()
    if os.geteuid() == 0:
        _call("unshare", NEWNS)
    else:
        _into_user_namespace(NEWNS)
    _mount("none", "/", flags=MS_REC | MS_PRIVATE)
    _mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    for path in map(Path, SYSTEM):
        _show(path, root)
    for folder in hidden:
        if _within(root, folder).is_dir():
            _cover(_within(root, folder))
    for path in (*of_python(), package):  # one that lay within what is hidden comes back
        _show(path, root)
    for part in ("checks", "course"):
        _cover(_within(root, package / part))
    for folder in (PLACE, "/scratch", "/old", "/tmp", "/proc"):
        _within(root, folder).mkdir(exist_ok=True)
    _mount(str(scratch), _within(root, "/scratch"), flags=MS_BIND)
    attributes = (ctypes.c_uint64 * 4)(MS_RDONLY | MS_NOSUID, 0, 0, 0)
    _call("syscall", ctypes.c_long(SYS_MOUNT_SETATTR), -1, str(root), AT_RECURSIVE, ctypes.byref(attributes), ctypes.c_size_t(32))
    _mount("/proc", _within(root, "/proc"), flags=MS_BIND | MS_REC)  # the keeper writes there, and covers it
    _call("syscall", ctypes.c_long(_PIVOT_ROOT[os.uname().machine]), str(root), str(root / "old"))
    os.chdir("/")
    _call("umount2", "/old", MNT_DETACH)


def _within(root, path):
    return root / str(path).lstrip("/")


def _cover(folder, flags=0):
    _mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV | flags, "mode=755,size=1m")


def _show(path, root):
    target = _within(root, path)
    if not path.exists() or os.path.lexists(target):
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        target.symlink_to(os.readlink(path))
        return
    target.mkdir() if path.is_dir() else target.touch()
    _mount(str(path), target, flags=MS_BIND | MS_REC)


def _into_user_namespace(flags):
    uid, gid = os.geteuid(), os.getegid()
    _call("unshare", NEWUSER | flags)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        try:
            Path("/proc/self", name).write_text(text)
        except OSError as error:
            raise NotAllowed(error.errno, f"{name}: {error.strerror}") from None


# -- the keeper of one run ---------------------------------------------------------------------------------------------


def isolate(folder, limits):
    """Go into namespaces of its own with a copy of `folder`, which is returned; the next process that is forked is alone there."""
    _call("unshare", NEWNS)
    _mount("tmpfs", PLACE, "tmpfs", MS_NOSUID | MS_NODEV, f"mode=700,size={limits.disk},nr_inodes=20000")
    shutil.copytree(folder, COPY)
    os.mkdir(TEMPORARY)
    if not os.listdir("/tmp"):  # else this Python lies in it
        _mount(TEMPORARY, "/tmp", flags=MS_BIND)
    _cover("/scratch", MS_RDONLY)
    become_nobody(PLACE)
    _into_user_namespace(NEWNS | NEWPID | NEWNET | NEWIPC | NEWUTS)
    _cover("/proc", MS_RDONLY)
    return COPY


def become_nobody(place):
    """Give `place` to the user nobody and become that user, where it is root who marks."""
    if os.geteuid() != 0:
        return
    for at, folders, files in os.walk(place):
        for name in (".", *folders, *files):
            os.chown(os.path.join(at, name), NOBODY, NOBODY, follow_symlinks=False)
    os.setgroups([])
    os.setresgid(*[NOBODY] * 3)
    os.setresuid(*[NOBODY] * 3)
    if sys.platform == "linux":
        _libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)  # else its files in /proc belong to root


def closed_to_nobody(*paths):
    """The first folder on the way to this Python, or to `paths`, into which the user nobody cannot look; None if there is none."""
    for path in (os.__file__, sysconfig.get_path("purelib"), *paths):
        for folder in reversed(Path(path).resolve().parents):
            if os.stat(folder).st_mode & 0o005 != 0o005:
                return str(folder)
    return None


def adopt_orphans():
    """Let processes whose parent ends become children of this one, so that none outlives its run."""
    if sys.platform == "linux":
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


# -- the student's process ---------------------------------------------------------------------------------------------


def restrict(limits, alone):
    """Lower the limits of this process and give up every right to raise them. `alone`: it is so with its user's number."""
    wanted = {"AS": limits.memory, "FSIZE": limits.file, "NOFILE": limits.files, "CORE": 0, "CPU": int(limits.whole) + 5,
              "NPROC": limits.processes + (0 if alone else _running())}
    for name, most in wanted.items():
        number = getattr(resource, f"RLIMIT_{name}", None)
        if number is None:
            continue
        _, hard = resource.getrlimit(number)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(number, (most, most))
        except (OSError, ValueError):  # some systems know a limit and do not let it be set
            pass
    if sys.platform == "linux":
        for capability in range(64):
            _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
        _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _libc.capset(ctypes.byref((ctypes.c_uint32 * 2)(0x20080522, 0)), ctypes.byref((ctypes.c_uint32 * 6)()))


def _running():
    """How many threads the user of this process has, which the limit on processes counts as well."""
    count = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
            if int(fields["Uid"].split()[0]) == os.getuid():
                count += int(fields["Threads"])
        except (OSError, KeyError, ValueError):  # it has ended in the meantime
            pass
    return count


def tried(package, hidden):
    """What does not hold, found by trying; empty when all is well."""
    found = []
    for address in ("127.0.0.1", "192.0.2.1"):
        with socket.socket() as tube:
            tube.settimeout(1)
            try:
                tube.connect((address, 9))
                found.append("the network can be reached")
            except OSError as error:
                if error.errno != errno.ENETUNREACH:
                    found.append("the network can be reached")
    for path in ("/", "/usr", package):
        try:
            (Path(path) / "pe-lessons-was-here").touch()
            found.append(f"{path} can be written to")
        except OSError:
            pass
    for folder in (*hidden, Path(package, "checks"), Path(package, "course")):
        if os.path.isdir(folder) and (held := set(os.listdir(folder))) and not any(str(shown).startswith(f"{folder}/") for shown in (*of_python(), package)):
            found.append(f"{folder} can be read ({len(held)} entries)")
    if os.getppid() != 1 or os.path.exists("/proc/self"):
        found.append("other processes can be seen")
    if _libc.mount(b"tmpfs", TEMPORARY.encode(), b"tmpfs", ctypes.c_ulong(0), None) == 0:
        found.append("the view of the disk can be changed")
    return list(dict.fromkeys(found))

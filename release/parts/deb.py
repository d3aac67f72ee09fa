"""A package for Debian and Ubuntu: `apt install ./adjutant-pbem_….deb`."""

import gzip
import hashlib
import io
import tarfile

from .release import PACKAGE, SUMMARY

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
COMPLETIONS = {
    "adjutant.bash": "usr/share/bash-completion/completions/adjutant",
    "_adjutant": "usr/share/zsh/vendor-completions/_adjutant",
    "adjutant.fish": "usr/share/fish/vendor_completions.d/adjutant.fish",
}


def packed(content, time):
    buffer = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, buffer, mtime=time) as stream:
        stream.write(content)
    return buffer.getvalue()


def tar_of(files, time):
    """A tar of files and the folders above them, all owned by root."""
    folders = sorted({"/".join(name.split("/")[:depth]) for name in files for depth in range(1, name.count("/") + 1)})
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for name in sorted([*folders, *files]):
            entry = tarfile.TarInfo(f"./{name}")
            entry.mtime, entry.uname, entry.gname = time, "root", "root"
            if name in files:
                content, mode = files[name]
                entry.size, entry.mode = len(content), mode
                tar.addfile(entry, io.BytesIO(content))
            else:
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(entry)
    return buffer.getvalue()


def ar_of(members, time):
    """The outer archive, as deb(5) describes it."""
    whole = b"!<arch>\n"
    for name, content in members:
        whole += f"{name:<16}{time:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode() + content
        whole += b"\n" * (len(content) % 2)
    return whole


def write(release, stage, out):
    architecture = ARCHITECTURES[release.machine]
    documents = f"usr/share/doc/{PACKAGE}"
    files = {"usr/bin/adjutant": ((stage / "adjutant").read_bytes(), 0o755)}
    for name, place in COMPLETIONS.items():
        files[place] = ((stage / "completions" / name).read_bytes(), 0o644)
    for page in sorted((stage / "man").rglob("*.1")):
        files[f"usr/share/man/man1/{page.name}.gz"] = (packed(page.read_bytes(), release.time), 0o644)
    files[f"{documents}/changelog.gz"] = (packed((stage / "CHANGELOG.md").read_bytes(), release.time), 0o644)
    notices = [(stage / name).read_bytes() for name in ("LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt")]
    head = b"Adjutant is licensed under the MIT license or the Apache License 2.0, as you like.\n\n"
    files[f"{documents}/copyright"] = (head + b"\n\n".join(notices), 0o644)
    files[f"{documents}/README.md"] = ((stage / "README.md").read_bytes(), 0o644)

    size = sum(len(content) for content, _ in files.values()) // 1024 + 1
    glibc = release.oldest_glibc()
    depends = "Depends: libc6 (>= {}.{})\n".format(*glibc) if glibc else ""
    control = (
        f"Package: {PACKAGE}\nVersion: {release.version}\nArchitecture: {architecture}\n"
        f"Maintainer: The Adjutant maintainers <maintainers@users.noreply.invalid>\nInstalled-Size: {size}\n{depends}"
        f"Section: games\nPriority: optional\nDescription: {SUMMARY.split(':')[0].lower()}\n {SUMMARY}.\n"
    )
    sums = "".join(f"{hashlib.md5(content).hexdigest()}  {name}\n" for name, (content, _) in sorted(files.items()))
    inside = {"control": (control.encode(), 0o644), "md5sums": (sums.encode(), 0o644)}
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", packed(tar_of(inside, release.time), release.time)),
        ("data.tar.gz", packed(tar_of(files, release.time), release.time)),
    ]
    path = out / f"{PACKAGE}_{release.version}_{architecture}.deb"
    path.write_bytes(ar_of(members, release.time))
    return path

"""The archive that everybody can unpack: .tar.gz, and .zip for Windows; and the digests of everything."""

import gzip
import hashlib
import io
import tarfile
import time
import zipfile


def files_in(folder):
    return sorted(path for path in folder.rglob("*") if path.is_file())


def is_program(path):
    return path.name in ("adjutant", "adjutant.exe")


def write(release, stage, out):
    if release.is_windows:
        return write_zip(release, stage, out / f"{release.folder_name}.zip")
    return write_tar(release, stage, out / f"{release.folder_name}.tar.gz")


def write_tar(release, stage, path, prefix=None, levels=9):
    """Entries by name, without owners, all of one time."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for file in files_in(stage):
            name = file.relative_to(stage).as_posix()
            entry = tarfile.TarInfo(f"{release.folder_name if prefix is None else prefix}/{name}")
            entry.size, entry.mtime, entry.mode = file.stat().st_size, release.time, 0o755 if is_program(file) else 0o644
            tar.addfile(entry, io.BytesIO(file.read_bytes()))
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", levels, raw, mtime=release.time) as packed:
        packed.write(plain.getvalue())
    return path


def zip_entry(name, release, mode):
    entry = zipfile.ZipInfo(name, time.gmtime(release.time)[:6])
    entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16, 3
    return entry


def write_zip(release, stage, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in files_in(stage):
            name = f"{release.folder_name}/{file.relative_to(stage).as_posix()}"
            packed.writestr(zip_entry(name, release, 0o755 if is_program(file) else 0o644), file.read_bytes())
    return path


def write_sums(out):
    """SHA256SUMS, in the form that `sha256sum --check` reads."""
    lines = []
    for path in sorted(out.iterdir()):
        if path.is_file() and not path.name.startswith(("SHA256SUMS", "allowed_signers")):
            lines.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    (out / "SHA256SUMS").write_text("".join(lines))

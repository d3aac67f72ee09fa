"""Manifests for winget, scoop and Homebrew, filled in from the templates."""

import hashlib
import re
import time

from .release import SUMMARY, say

TEMPLATES = {"windows": ["winget", "scoop.json"], "linux-musl": ["homebrew.rb"], "apple": ["homebrew.rb"]}


def write(release, package, out, url):
    """`url`: the address under which the package will be; without one there is nothing to write."""
    names = next((names for system, names in TEMPLATES.items() if system in release.target), [])
    if not url:
        if names:
            say("no manifests: give --url, the address under which the packages will be")
        return []
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    values = {
        "VERSION": release.version,
        "FOLDER": release.folder_name,
        "FILE": package.name,
        "URL": url.rstrip("/"),
        "HOMEPAGE": re.sub(r"/releases/.*", "", url.rstrip("/")),
        "SHA256": digest,
        "SHA256_UPPER": digest.upper(),
        "SUMMARY": SUMMARY,
        "SUMMARY_SHORT": SUMMARY.split(":")[0],
        "DATE": time.strftime("%Y-%m-%d", time.gmtime(release.time)),
    }
    templates = release.root / "release/templates"
    files = [path for name in names for path in ([templates / name] if (templates / name).is_file() else sorted((templates / name).iterdir()))]
    written = []
    for template in files:
        path = out / "manifests" / template.relative_to(templates)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = re.sub(r"@([A-Z0-9_]+)@", lambda found: values[found.group(1)], template.read_text(encoding="utf-8"))
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written

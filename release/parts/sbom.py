"""What the program consists of, in CycloneDX 1.5: every package, its licence, its digest, and what uses what."""

import json
import time


def reference(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package):
    one = {
        "type": "library",
        "bom-ref": reference(package),
        "name": package["name"],
        "version": package["version"],
        "purl": reference(package),
    }
    if package["license"]:
        one["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if package["checksum"]:
        one["hashes"] = [{"alg": "SHA-256", "content": package["checksum"]}]
    return one


def write(release, packages, out):
    names = {package["id"]: reference(package) for package in packages}
    program = next(package for package in packages if package["name"] == "adjutant")
    whole = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(release.time)),
            "component": component(program) | {"type": "application"},
            "properties": [
                {"name": "adjutant:commit", "value": release.commit},
                {"name": "adjutant:target", "value": release.target},
            ],
        },
        "components": [component(package) for package in packages if package is not program],
        "dependencies": [
            {"ref": reference(package), "dependsOn": sorted({names[used] for used in package["uses"]})}
            for package in packages
        ],
    }
    path = out / f"{release.folder_name}.cdx.json"
    path.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path

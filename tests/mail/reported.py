#!/usr/bin/env python3
"""Gives `adjutant` the mails of tests/mail/reported, and checks what comes of each.

    reported.py ADJUTANT    exits 1 if one does not come out as it is said here
"""

import base64
import binascii
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reported")
COMMON = os.path.join(HERE, "common")
TAKEN = ["states/0001.yaml", "turns/0002-confederate.yaml"]

# What was reported, the mail or mailbox, and what comes of it: the times in the receipts, or words.
TIMES = [
    ("01-received-line", "two-hops.eml", "2026-11-28T10:00:00Z"),
    ("01-received-line", "three-hops.eml", "2026-11-28T10:00:00Z"),
    ("02-received-date", "est.eml", "2026-11-28T10:30:00Z"),
    ("02-received-date", "two-digit-year.eml", "2026-11-28T10:30:00Z"),
    ("02-received-date", "no-seconds.eml", "2026-11-28T10:30:00Z"),
    # A zone that no standard names says nothing about the time.
    ("02-received-date", "windows-zone.eml", None),
    ("12-initials-quoting", "bb.eml", None),
    ("12-initials-quoting", "name.eml", None),
    ("13-blank-before-headers", "attachments.eml", "2026-11-28T10:30:00Z"),
    ("13-blank-before-headers", "armor.eml", "2026-11-28T10:30:00Z"),
    ("13-blank-before-headers", "note-above.txt", "2026-11-28T10:30:00Z"),
    ("14-apple-emlx", "1.emlx", "2026-11-28T10:30:00Z"),
    ("14-apple-emlx", "2.emlx", "2026-11-28T10:30:00Z"),
    ("14-apple-emlx", "base64.emlx", "2026-11-28T10:30:00Z"),
    ("15-cr-mail", "attachments.eml", "2026-11-28T10:30:00Z"),
    ("16-mail-subfolders", "Maildir", "2026-11-28T10:30:00Z"),
    ("16-mail-subfolders", "Profile", "2026-11-28T10:30:00Z"),
    ("17-unreadable-container", "targz.eml", None),
    ("18-mbox-separator", "patch.mbox", "2026-11-28T10:30:00Z"),
]
TYPOGRAPHIC = ["curly.eml", "nbsp.eml", "dashes.eml"]
UNREADABLE = [
    ("saved.msg", "a mail in Outlook's own format"),
    ("sevenzip.eml", "turn.7z is a 7z archive"),
    ("rar.eml", "turn.rar is a RAR archive"),
]
# The user's own servers, and the time that counts then.
SERVERS = [
    (["h0.example.net"], "2026-11-28T10:00:00Z"),
    (["H1.Example.NET."], "2026-11-25T10:00:00Z"),
    (["example.net"], "2026-11-28T10:00:00Z"),
    (["example.com"], None),
]


def letter(body, encoding="8bit", more=""):
    """A mail with this text."""
    head = f"From: Bob Bell <bob@example.org>\nTo: ann@example.org\nSubject: turn 2\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n{more}"
    return (f"{head}Content-Transfer-Encoding: {encoding}\n\n" + body).encode()


def uuencoded(text):
    data = text.encode()
    lines = [binascii.b2a_uu(data[at : at + 45], backtick=True).decode() for at in range(0, len(data), 45)]
    return "begin 644 turn.yaml\n" + "".join(lines) + "`\nend\n"


def packed(name, text, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(name, text)
    return out.getvalue()


def behind(mark, text):
    lines = text.splitlines()
    return "".join(f"{mark(n) if callable(mark) else mark}{line}\n" for n, line in enumerate(lines, 1))


def quotes(opening, closing):
    return lambda text: re.sub(r'"([^"]*)"', lambda found: opening + found[1] + closing, text)


# What mail does to a turn: the mail or file that it makes, and what comes of it: the turn (True), or words.
MARKS = [": ", "} ", "% ", "# ", "\u00bb ", "\u203a ", "* ", "- ", "+ ", "&gt; ", "bob: ", lambda n: f"{n}: ", lambda n: f"{n:>6}\t", lambda n: f"{n:<4}"]
MADE = [
    ("uuencode in a text", lambda t: letter("Hi Ann\n\n" + uuencoded(t) + "\nBob\n"), True),
    ("uuencode by its header", lambda t: letter(uuencoded(t), "x-uuencode"), True),
    ("yEnc", lambda t: letter("=ybegin line=128 size=9 name=turn.yaml\nabc\n=yend size=9\n"), "encoded with yEnc"),
    ("a comment after base64", lambda t: letter(base64.encodebytes(t.encode()).decode(), "base64 (x)"), True),
    ("UTF-32 with a mark", lambda t: t.encode("utf-32"), True),
    ("UTF-32 without a mark", lambda t: t.encode("utf-32-le"), True),
    ("an archive of Outlook for Mac", lambda t: packed("Local/com.microsoft.__Messages/Inbox/message_00000.xml", t), "Outlook for Mac (.olm)"),
    ("bzip2 in a zip", lambda t: packed("turn.yaml", t, zipfile.ZIP_BZIP2), "compressed with bzip2"),
    ("LZMA in a zip", lambda t: packed("turn.yaml", t, zipfile.ZIP_LZMA), "compressed with LZMA"),
    *((f"behind {mark(1) if callable(mark) else mark!r}", lambda t, mark=mark: letter("Bob wrote:\n" + behind(mark, t) + "\nThanks\n"), True) for mark in MARKS),
    ("behind a mark, and changed", lambda t: letter(behind(": ", t.replace("posture-1", "posture-2"))), "each line begins with ': '"),
    ("French quotes with blanks", lambda t: letter(quotes("\u00ab\u00a0", "\u00a0\u00bb")(t)), True),
    ("full-width quotes", lambda t: letter(t.replace('"', "\uff02")), True),
    ("full-width colons", lambda t: letter(t.replace(": ", "\uff1a")), True),
    ("ideographic spaces", lambda t: letter(t.replace("  ", "\u3000")), True),
    ("tabs as indent", lambda t: letter(t.replace("\n    ", "\n\t")), True),
    ("a capital at the beginning", lambda t: letter(t.replace("adjutant", "Adjutant")), True),
    ("a Cyrillic letter", lambda t: letter(t.replace("seat: confederate", "seat: \u0441onfederate")), "which looks like c"),
]


class Place:
    """A copy of a match and of a player's secrets."""

    def __init__(self, adjutant, root, typographic=False):
        self.adjutant = adjutant
        tail = "-typographic" if typographic else ""
        self.home, self.match = os.path.join(root, "home"), os.path.join(root, "match")
        shutil.copytree(os.path.join(COMMON, "home" + tail), self.home)
        shutil.copytree(os.path.join(COMMON, "match" + tail), self.match)
        for folder, _, files in os.walk(root):
            for name in files:
                os.chmod(os.path.join(folder, name), 0o600)

    def run(self, *arguments, zone="UTC"):
        environment = dict(os.environ, ADJUTANT_HOME=self.home, ADJUTANT_CACHE="off", TZ=zone)
        ran = subprocess.run([self.adjutant, *arguments], capture_output=True, env=environment, timeout=120)
        return ran.returncode, (ran.stdout + ran.stderr).decode()

    def read(self, name):
        path = os.path.join(self.match, name)
        if not os.path.isfile(path):
            return None
        with open(path, encoding="utf-8") as file:
            return file.read()

    def times(self, folder, field):
        place = os.path.join(self.match, folder)
        texts = [self.read(f"{folder}/{name}") for name in sorted(os.listdir(place))] if os.path.isdir(place) else []
        return [time for text in texts for time in re.findall(rf'^{field}: "(.*)"$', text, re.M)]


def common(name):
    with open(os.path.join(COMMON, name), encoding="utf-8") as file:
        return file.read()


def words_of(text):
    """The words of a document, however its lines are broken."""
    return text and text.split()


def all_cases(adjutant):
    """Yields the name of each case, what is wrong with it (nothing if it is in order), and what the program said."""
    for folder, name, time in TIMES:
        with tempfile.TemporaryDirectory() as root:
            place = Place(adjutant, root)
            code, said = place.run("receive", os.path.join(HERE, folder, name), "--folder", place.match, "--receipt")
            # The match had the state's predecessor alone: both documents are new, to the byte.
            exact = [place.read(TAKEN[0]) == common("state-0001.yaml"), place.read(TAKEN[1]) == common("turn.yaml")]
            came = place.times("receipts", "came")
            wrong = None if code == 0 and all(exact) and set(came) == ({time} if time else set()) else f"exit code {code}, exact {exact}, came {came}"
            yield f"{folder}/{name}", wrong, said
    for name in TYPOGRAPHIC:
        with tempfile.TemporaryDirectory() as root:
            place = Place(adjutant, root, typographic=True)
            code, said = place.run("receive", os.path.join(HERE, "11-typographic-text", name), "--folder", place.match)
            same = words_of(place.read(TAKEN[1])) == words_of(common("turn-typographic.yaml"))
            yield f"11-typographic-text/{name}", None if code == 0 and same else f"exit code {code}, same {same}", said
    for name, expected in UNREADABLE:
        with tempfile.TemporaryDirectory() as root:
            place = Place(adjutant, root)
            code, said = place.run("receive", os.path.join(HERE, "17-unreadable-container", name), "--folder", place.match)
            told = expected in said and "ask the sender" in said
            yield f"17-unreadable-container/{name}", None if code == 1 and told else f"exit code {code}", said
    for name, change, expected in MADE:
        with tempfile.TemporaryDirectory() as root:
            place = Place(adjutant, root)
            mail = os.path.join(root, "mail")
            with open(mail, "wb") as file:
                file.write(change(common("turn.yaml")))
            code, said = place.run("receive", mail, "--folder", place.match)
            came = words_of(place.read(TAKEN[1])) == words_of(common("turn.yaml"))
            good = code == 0 and came if expected is True else code == 1 and not came and expected in said and ("ask the sender" in said or "save the mail" in said)
            yield f"made: {name}", None if good else f"exit code {code}, came {came}", said
    for servers, time in SERVERS:
        for by_file in (False, True):
            with tempfile.TemporaryDirectory() as root:
                place = Place(adjutant, root)
                options = [] if by_file else [word for server in servers for word in ("--server", server)]
                if by_file:
                    with open(os.path.join(place.home, "servers"), "w", encoding="utf-8") as file:
                        file.write("# my provider\n" + "\n".join(servers) + "\n")
                mail = os.path.join(HERE, "01-received-line", "two-hops.eml")
                code, said = place.run("receive", mail, "--folder", place.match, "--receipt", *options)
                came = place.times("receipts", "came")
                yield f"own servers: {servers}", None if code == 0 and set(came) == ({time} if time else set()) else f"came {came}", said
    for zone, begins, shown in (
        ("Pacific/Auckland", "2099-12-19T11:00:00Z", "from 2099-12-19 11:00 UTC (2099-12-20 00:00 +13:00) to 2099-12-29 11:00 UTC (2099-12-30 00:00 +13:00)"),
        ("America/New_York", "2099-12-20T05:00:00Z", "from 2099-12-20 05:00 UTC (00:00 -05:00) to"),
        ("UTC", "2099-12-20T00:00:00Z", "from 2099-12-20 00:00 UTC to 2099-12-30 00:00 UTC."),
    ):
        for utc in ((), ("--utc",)):
            with tempfile.TemporaryDirectory() as root:
                place = Place(adjutant, root)
                shutil.copy(os.path.join(COMMON, "state-0001.yaml"), os.path.join(place.match, "states", "0001.yaml"))
                code, said = place.run("match", "leave", "--days", "10", "--from", "2099-12-20", "--folder", place.match, *utc, zone=zone)
                ought = not re.search(r"[+-]\d\d:\d\d", said) if utc else shown in said
                signed = place.times("leaves", "from")
                yield f"23-leave-from-local-day: {zone} {' '.join(utc)}", None if code == 0 and ought and signed == [begins] else f"exit code {code}, from {signed}", said


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    passed = failed = 0
    for name, wrong, said in all_cases(os.path.abspath(arguments[0])):
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
        if wrong:
            print(f"WRONG: {name}: {wrong}\n{said}", file=sys.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

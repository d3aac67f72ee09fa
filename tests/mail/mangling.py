#!/usr/bin/env python3
"""Does to a turn what mail programs, lists, messengers and people do, and asks `adjutant receive` for it.

    mangling.py ADJUTANT            prints the table of docs/mail.md; exits 1 if a row does not come out as it is said there
    mangling.py ADJUTANT random N   N random combinations of what happens on the way: the turn arrives as it was signed, or a
                                    reason is printed
    mangling.py ADJUTANT hostile N  gives it N mails that are made to break it; prints time and memory, exits 1 on a fault

The mails are written with Python's own `email`, `mailbox` and `zipfile`, and what our program writes is read with them.
"""

import base64
import email
import email.policy
import hashlib
import html
import io
import mailbox
import os
import quopri
import random
import re
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import textwrap
import time
import zipfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE = os.path.join(HERE, "..", "..", "examples", "virginia-head-to-head")
MATCH = os.path.join(EXAMPLE, "charter.yaml")


def armor(text, label="TURN"):
    packed = zlib.compress(text.encode(), 9)
    data = base64.b64encode(packed).decode()
    lines = [f"-----BEGIN ADJUTANT {label}-----", "Match: an example", ""]
    lines += [data[at : at + 64] for at in range(0, len(data), 64)]
    lines += ["=" + hashlib.sha256(packed).hexdigest()[:8], f"-----END ADJUTANT {label}-----"]
    return "\n".join(lines) + "\n"


# --- What happens on the way: from a text to the bytes of a mail or of a file. ----------------------------------------


def mail(body, subtype="plain", **headers):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ann <ann@example.org>", "ben@example.org", "A turn"
    message["Date"] = "Fri, 27 Nov 2026 10:00:00 +0100"
    message.set_content(body, subtype=subtype, **headers)
    return message


def wrapped(text, width, prefix=""):
    out = []
    for line in text.splitlines():
        whole = textwrap.wrap(line, width, drop_whitespace=True, break_long_words=False, break_on_hyphens=False)
        indent = line[: len(line) - len(line.lstrip())]
        out += [prefix + indent + part if n == 0 else prefix + part for n, part in enumerate(w.strip() for w in whole)] or [prefix]
    return "\n".join(out) + "\n"


def pretty(text):
    opened = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", text)
    return opened.replace("-----", "\u2014\u2013-").replace("  ", "\u00a0\u00a0")


def page(text):
    lines = "".join(f"<div>{html.escape(line).replace('  ', '&nbsp; ') or '<br>'}</div>" for line in text.splitlines())
    return f"<html><body><p>Hi Ben,</p>{lines}<p>Ann</p></body></html>"


def forwarded(message):
    outer = MIMEMultipart()
    outer["From"], outer["To"], outer["Subject"] = "carl@example.org", "ben@example.org", "Fwd: A turn"
    outer.attach(MIMEText("See below."))
    outer.attach(MIMEMessage(message))
    return outer


def flowed(text):
    out = []
    for line in text.splitlines():
        out += [part + " " for part in textwrap.wrap(line, 66, break_long_words=False)[:-1]] + (textwrap.wrap(line, 66, break_long_words=False)[-1:] or [""])
    return "\n".join(out) + "\n"


def apple(raw):
    about = b'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>flags</key><integer>1</integer></dict></plist>\n'
    return f"{len(raw)}        \n".encode() + raw + about


def tarred(name, text, how="gz"):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=f"w:{how}") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
    return out.getvalue()


def outlook(title, contents):
    """A winmail.dat with one attachment, as [MS-OXTNEF] has it."""

    def attribute(level, identifier, data):
        return struct.pack("<BII", level, identifier, len(data)) + data + struct.pack("<H", sum(data) & 0xFFFF)

    attributes = [
        attribute(1, 0x00089006, struct.pack("<I", 0x00010000)),
        attribute(1, 0x00069007, struct.pack("<II", 1252, 0)),
        attribute(1, 0x00078008, b"IPM.Microsoft Mail.Note\0"),
        attribute(2, 0x00069002, struct.pack("<HIHHI", 1, 0xFFFFFFFF, 32, 32, 0)),
        attribute(2, 0x00018010, title.encode() + b"\0"),
        attribute(2, 0x0006800F, contents),
    ]
    return struct.pack("<IH", 0x223E9F78, 1) + b"".join(attributes)


def one_letter(text, letter="B"):
    """A mail of several parts with a boundary of one letter, which is also in its text."""
    head = f"From: Ann <ann@example.org>\nTo: ben@example.org\nSubject: A turn\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary={letter}\n\n"
    return (head + f"--{letter}\nContent-Type: text/plain; charset=utf-8\n\nMy turn, -----{letter}en\n{text}\n--{letter}--\n").encode()


def with_a_patch(text):
    """A mailbox in which a mail of several parts has an unquoted separator in its text."""
    head = "From ann@example.org Sat Nov 28 10:30:00 2026\n"
    patch = "From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\nFrom: Carl <carl@example.org>\nSubject: [PATCH] map\n\nbody\n"
    sent = attached(text.encode(), "application", "yaml", "turn.yaml").replace(b"My turn is attached.\n", f"See this:\n\n{patch}".encode())
    return head.encode() + sent + f"\n{head}From: carl@example.org\nSubject: hello\n\nHi\n".encode()


def source(text):
    return quopri.encodestring(text.encode(), quotetabs=False).decode()


WAYS = [
    ("as it is", lambda t: mail(t, cte="7bit").as_bytes()),
    ("quoted-printable", lambda t: mail(t, cte="quoted-printable").as_bytes()),
    ("base64", lambda t: mail(t, cte="base64").as_bytes()),
    ("CR LF", lambda t: mail(t, cte="7bit").as_bytes(policy=email.policy.SMTP)),
    ("greeting and signature", lambda t: mail(f"Hi Ben,\n\nmy turn:\n\n{t}\n-- \nAnn\n").as_bytes()),
    ("list footer", lambda t: mail(f"{t}\n_______________________________________________\nWargames mailing list\nhttps://example.org/list\n").as_bytes()),
    ("Gmail, wrapped at 78", lambda t: mail(wrapped(t, 78)).as_bytes()),
    ("wrapped at 64", lambda t: mail(wrapped(t, 64)).as_bytes()),
    ("quoted in a reply", lambda t: mail("Ann wrote:\n" + "".join(f"> {l}\n" for l in t.splitlines()) + "\nThanks!\n").as_bytes()),
    ("quoted twice, then wrapped", lambda t: mail(wrapped(t, 70, "> > ")).as_bytes()),
    ("format=flowed", lambda t: mail(flowed(t), params={"format": "flowed"}).as_bytes()),
    ("Outlook, HTML alone", lambda t: mail(page(t), "html").as_bytes()),
    ("HTML with <pre>", lambda t: mail(f"<html><body><pre>{html.escape(t)}</pre></body></html>", "html").as_bytes()),
    ("prettified on a telephone", lambda t: mail(pretty(t)).as_bytes()),
    ("characters without width", lambda t: mail(t.replace("a", "a\u200b")).as_bytes()),
    ("forwarded inline, indented", lambda t: mail("---------- Forwarded message ---------\nFrom: Ann\n\n" + "".join(f"    {l}\n" for l in t.splitlines())).as_bytes()),
    ("forwarded as an attachment", lambda t: forwarded(mail(t)).as_bytes()),
    ("forwarded three times", lambda t: forwarded(forwarded(forwarded(mail(t)))).as_bytes()),
    ("UTF-16 text file", lambda t: t.encode("utf-16")),
    ("UTF-8 with a mark", lambda t: b"\xef\xbb\xbf" + t.encode()),
    ("Windows-1252 file", lambda t: ("R\u00e9gards\n\n" + t).encode("cp1252")),
    ("pasted source of a mail", lambda t: source("Hi\n\n" + t).encode()),
    ("messenger: in one line", lambda t: t.replace("\n\n", "\n").replace("\n", " ").encode()),
    ("messenger: indented and starred", lambda t: ("*Ann*: take this\n" + "".join(f"  {l}\n" for l in t.splitlines())).encode()),
    ("forum: in a quotation", lambda t: ("[quote=Ann][code]\n" + t + "[/code][/quote]\n").encode()),
    ("blanks at line ends", lambda t: "".join(f"{l}  \n" for l in t.splitlines()).encode()),
    ("mbox", lambda t: boxed(mailbox.mbox, t)),
    ("zip", lambda t: zipped("turn.txt", t)),
    ("zip in a mail", lambda t: attached(zipped("turn.txt", t), "application", "zip", "turn.zip")),
    ("attachment", lambda t: attached(t.encode(), "application", "yaml", "turn.yaml")),
    ("attachment as text, Latin-1", lambda t: attached(t.encode(), "text", "plain", "turn.txt")),
    ("attachment without a name", lambda t: attached(t.encode(), "application", "octet-stream", None)),
    ("with a PGP signature beside it", lambda t: signed(t)),
    ("quoted with initials", lambda t: mail("Ann wrote:\n\n" + "".join(f"AA> {l}\n" for l in t.splitlines())).as_bytes()),
    ("quoted with a name, twice", lambda t: mail("".join(f"> Ann Archer> {l}\n" for l in t.splitlines())).as_bytes()),
    ("blank lines before the headers", lambda t: b"\n\n" + attached(t.encode(), "application", "yaml", "turn.yaml")),
    ("a note above the source of a mail", lambda t: b"Ann sent this:\n\n" + attached(t.encode(), "application", "yaml", "turn.yaml")),
    ("source of a mail, pasted into a mail", lambda t: mail("Ann sent this:\n\n" + attached(t.encode(), "application", "yaml", "turn.yaml").decode()).as_bytes()),
    ("lines end in CR alone", lambda t: attached(t.encode(), "application", "yaml", "turn.yaml").replace(b"\n", b"\r")),
    ("text of an old Mac", lambda t: t.replace("\n", "\r").encode()),
    ("Apple Mail, .emlx", lambda t: apple(attached(t.encode(), "application", "yaml", "turn.yaml"))),
    ("a boundary of one letter", one_letter),
    ("mbox with a patch in a mail", with_a_patch),
    ("tar.gz", lambda t: tarred("turn.yaml", t)),
    ("tar.gz in a mail", lambda t: attached(tarred("turn.yaml", t), "application", "gzip", "turn.tgz")),
    ("a saved mail in a zip", lambda t: zipped("turn.eml", mail(t, cte="base64").as_string())),
    ("a saved mail, attached as a file", lambda t: attached(mail(t, cte="base64").as_bytes(), "application", "octet-stream", "turn.eml")),
    ("winmail.dat that is whole", lambda t: attached(outlook("turn.yaml", t.encode()), "application", "ms-tnef", "winmail.dat")),
    ("last lines cut off", lambda t: mail("\n".join(t.splitlines()[:-3]) + "\n").as_bytes()),
    ("one character lost", lambda t: mail(t[:400] + t[401:]).as_bytes()),
    ("winmail.dat that is damaged", lambda t: attached(b"\x78\x9f\x3e\x22" + t.encode()[::-1], "application", "ms-tnef", "winmail.dat")),
    ("7z archive", lambda t: attached(b"7z\xbc\xaf\x27\x1c\0\4" + t.encode(), "application", "octet-stream", "turn.7z")),
    ("PDF", lambda t: attached(b"%PDF-1.7\n" + t.encode(), "application", "pdf", "turn.pdf")),
    ("a photograph", lambda t: attached(b"\xff\xd8\xff\xe0\0\x10JFIF\0", "image", "jpeg", "turn.jpg")),
    ("Word document", lambda t: attached(zipped("word/document.xml", t), "application", "octet-stream", "turn.docx")),
    (".msg that is damaged", lambda t: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + "__substg1.0_1000001F".encode("utf-16-le") + t.encode()),
    ("encrypted with PGP", lambda t: mail("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----\n").as_bytes()),
    ("encrypted with S/MIME", lambda t: attached(b"0\x80\x06\x09\x2a\x86\x48\x86\xf7\r\1\7\3", "application", "pkcs7-mime", "smime.p7m")),
]
# What nobody can get through; everything else must, in armor.
NAMED = {"7z archive", "PDF", "a photograph", "Word document", ".msg that is damaged", "encrypted with PGP", "encrypted with S/MIME", "winmail.dat that is damaged"}
LOST = {"last lines cut off", "one character lost"} | NAMED
# What is lost when the document is not in armor: its lines are gone.
ONLY_IN_ARMOR = {"messenger: in one line"}


def boxed(kind, text):
    with tempfile.TemporaryDirectory() as folder:
        box = kind(os.path.join(folder, "box"))
        box.add(mail("From here on.\n\n" + text))
        box.flush()
        with open(os.path.join(folder, "box"), "rb") as file:
            return file.read()


def zipped(name, text):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return out.getvalue()


def attached(contents, main, sub, name):
    message = mail("My turn is attached.\n")
    message.add_attachment(contents, maintype=main, subtype=sub, filename=name) if main != "text" else message.add_attachment(contents.decode(), subtype=sub, filename=name, charset="iso-8859-1")
    return message.as_bytes()


def signed(text):
    outer = MIMEMultipart("signed", protocol="application/pgp-signature", micalg="pgp-sha256")
    outer["From"], outer["To"], outer["Subject"] = "ann@example.org", "ben@example.org", "A turn"
    outer.attach(MIMEText(text))
    part = MIMEText("-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0WIQ==\n=abcd\n-----END PGP SIGNATURE-----\n")
    part.replace_header("Content-Type", "application/pgp-signature")
    outer.attach(part)
    return outer.as_bytes()


# --- Asking the program. ----------------------------------------------------------------------------------------------


def receive(adjutant, data, keep=None):
    """Gives bytes to `receive`, in a folder that has the charter alone; its exit code, its words and what it filed."""
    with tempfile.TemporaryDirectory() as root:
        folder = os.path.join(root, "match")
        os.mkdir(folder)
        shutil.copy(MATCH, folder)
        path = os.path.join(root, "came")
        with open(path, "wb") as file:
            file.write(data)
        environment = dict(os.environ, ADJUTANT_HOME=os.path.join(root, "secrets"), ADJUTANT_CACHE="off")
        ran = subprocess.run([adjutant, "receive", path, "--folder", folder], capture_output=True, env=environment, timeout=60)
        turns = os.path.join(folder, "turns")
        found = {}
        for name in sorted(os.listdir(turns)) if os.path.isdir(turns) else []:
            with open(os.path.join(turns, name), encoding="utf-8") as file:
                found[name] = file.read()
        return ran.returncode, (ran.stdout + ran.stderr).decode(), found


def table(adjutant):
    name = sorted(os.listdir(os.path.join(EXAMPLE, "turns")))[2]
    with open(os.path.join(EXAMPLE, "turns", name), encoding="utf-8") as file:
        turn = file.read()
    print("| what happens to it | in armor | as text |\n|---|---|---|")
    wrong = []
    for what, way in WAYS:
        row = []
        for carrier, text in (("armor", armor(turn)), ("text", turn)):
            code, words, found = receive(adjutant, way(text))
            through = bool(found)
            ought = what not in LOST and (carrier == "armor" or what not in ONLY_IN_ARMOR)
            if through != ought or code not in (0, 1) or code == (1 if through else 0) or (through and found != {name: None} and list(found) != [name]):
                wrong.append((what, carrier, code, words))
            said = "taken" if through else ("named as damaged" if "damaged" in words else "named, with advice" if "ask the sender" in words else "not taken, with the reason")
            if (what in NAMED) != (said == "named, with advice"):
                wrong.append((what, carrier, code, words))
            row.append(said)
        print(f"| {what} | {row[0]} | {row[1]} |")
    wrong += ours(adjutant)
    for what, carrier, code, words in wrong:
        print(f"\nWRONG: {what}, {carrier}: exit code {code}\n{words}", file=sys.stderr)
    return 1 if wrong else 0


def ours(adjutant):
    """What our program writes, read by Python and by git."""
    wrong = []
    with tempfile.TemporaryDirectory() as root:
        out = os.path.join(root, "all.txt")
        subprocess.run([adjutant, "bundle", EXAMPLE, "--all", "--out", out], check=True, capture_output=True)
        sys.path.insert(0, os.path.join(HERE, "..", "independent_verifier"))
        from verify import armor_files

        with open(out, encoding="utf-8") as file:
            files = armor_files(file.read()) or []
        for name, text in files:
            if name.startswith("packs/"):
                continue
            with open(os.path.join(EXAMPLE, name), encoding="utf-8") as file:
                if file.read() != text:
                    wrong.append((f"our bundle: {name}", "Python", 0, "it differs"))
        if len(files) < 20:
            wrong.append(("our bundle", "Python", 0, f"{len(files)} files"))
        if shutil.which("git"):
            # A mailbox of Python's, taken apart by git and by us.
            box = mailbox.mbox(os.path.join(root, "box"))
            for text in [armor(text) for name, text in files if name.startswith("turns/")][:5]:
                box.add(mail(f"From the start:\n>From below\n\n{text}"))
            box.flush()
            os.mkdir(os.path.join(root, "split"))
            subprocess.run(["git", "mailsplit", "--mboxrd", "-o" + os.path.join(root, "split"), os.path.join(root, "box")], check=True, capture_output=True)
            for one in sorted(os.listdir(os.path.join(root, "split"))):
                with open(os.path.join(root, "split", one), "rb") as file:
                    code, words, found = receive(adjutant, file.read())
                if code or not found:
                    wrong.append((f"git mailsplit: {one}", "armor", code, words))
            with open(os.path.join(root, "box"), "rb") as file:
                code, words, found = receive(adjutant, file.read())
            if code or len(found) != 5:
                wrong.append(("the same mailbox whole", "armor", code, words))
    samples = samples_of_python()
    for path in samples:
        with open(path, "rb") as file:
            code, words, found = receive(adjutant, file.read())
        if code != 1 or found:
            wrong.append((path, "a sample of Python's", code, words))
    print(f"\n{len(samples)} sample messages of Python's own tests: answered, nothing taken.", file=sys.stderr)
    return wrong


def samples_of_python():
    folder = os.path.join(os.path.dirname(os.__file__), "test", "test_email", "data")
    if not os.path.isdir(folder):
        return []
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".txt")]


# --- Several things at once. ------------------------------------------------------------------------------------------

# What happens to the text, and then to the mail that carries it; each keeps what the ones before it did.
TO_TEXT = [
    lambda t, d: t,
    lambda t, d: "".join(f"> {l}\n" for l in t.splitlines()),
    lambda t, d: "".join(f"AA> {l}\n" for l in t.splitlines()),
    lambda t, d: "".join(f"    {l}\n" for l in t.splitlines()),
    lambda t, d: wrapped(t, d.choice((60, 70, 76))),
    lambda t, d: wrapped(t, 74, "> "),
    lambda t, d: pretty(t),
    lambda t, d: re.sub("(?m)^  ", "\u00a0\u00a0", t),
    lambda t, d: re.sub("(?m)^( *)- ", "\\1\u2013 ", t),
    lambda t, d: "Hi Ben,\n\nmy turn \u2013 \u201cat last\u201d:\n\n" + t + "\n-- \nAnn\n",
    lambda t, d: "".join(f"{l}   \n" for l in t.splitlines()),
    lambda t, d: t.replace("a", "a\u200b", d.randrange(3)),
    lambda t, d: t[: -d.randrange(1, 60)],
    lambda t, d: t.replace(d.choice(t), d.choice("xyz\u2019"), 1),
]
TO_MAIL = [
    lambda t, d: t.encode(),
    lambda t, d: mail(t, cte=d.choice(("quoted-printable", "base64"))).as_bytes(),
    lambda t, d: mail(flowed(t), params={"format": "flowed"}).as_bytes(),
    lambda t, d: mail(page(t), "html").as_bytes(),
    lambda t, d: attached(t.encode(), "application", d.choice(("yaml", "octet-stream")), d.choice(("turn.yaml", "t.txt", None))),
    lambda t, d: attached(zipped("t.txt", t), "application", "zip", "turn.zip"),
    lambda t, d: attached(tarred("t.txt", t), "application", "gzip", "turn.tgz"),
    lambda t, d: attached(outlook("t.txt", t.encode()), "application", "ms-tnef", "winmail.dat"),
    lambda t, d: forwarded(mail(t)).as_bytes(),
    lambda t, d: one_letter(t, d.choice("ABEeb")),
    lambda t, d: t.encode("utf-16"),
]
TO_FILE = [
    lambda raw, d: raw,
    lambda raw, d: raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    lambda raw, d: raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r"),
    lambda raw, d: b"\n\n" + raw,
    lambda raw, d: apple(raw),
    lambda raw, d: b"From ann@example.org Sat Nov 28 10:30:00 2026\n" + re.sub(rb"(?m)^(>*From )", rb">\1", raw) + b"\n",
]


# What loses or changes characters, and what cannot be saved in any other form.
DAMAGE = {len(TO_TEXT) - 2, len(TO_TEXT) - 1}
UTF_16 = len(TO_MAIL) - 1


def combined(adjutant, count):
    """Random combinations: a turn arrives as it was signed, or the program says why not."""
    name = sorted(os.listdir(os.path.join(EXAMPLE, "turns")))[2]
    with open(os.path.join(EXAMPLE, "turns", name), encoding="utf-8") as file:
        turn = file.read()

    def one(seed):
        draw = random.Random(seed)
        text = carried = draw.choice((armor(turn), turn))
        steps = [draw.randrange(len(TO_TEXT)) for _ in range(draw.choice((0, 1, 1, 2, 3)))]
        for step in steps:
            text = TO_TEXT[step](text, draw)
        into, saved = draw.randrange(len(TO_MAIL)), draw.randrange(len(TO_FILE))
        # Other line ends would make nonsense of UTF-16.
        saved = 0 if into == UTF_16 else saved
        data = TO_FILE[saved](TO_MAIL[into](text, draw), draw)
        code, words, found = receive(adjutant, data)
        # A repair may break lines elsewhere: what is signed is the content.
        whole = list(found) == [name] and found[name].split() == turn.split()
        told = not found and ("Not taken, from" in words or "No document of a match was found" in words)
        # Armor stands everything that leaves its letters, and a document as text any one thing.
        must = not DAMAGE.intersection(steps) and (carried != turn or len(steps) < 2)
        told &= not must
        fault = None if (code, whole, told) in ((0, True, False), (1, False, True)) else f"text {steps}, mail {into}, file {saved}"
        return fault, whole, seed, words

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(one, range(count)))
    for fault, _, seed, words in results:
        if fault:
            print(f"WRONG: seed {seed}: {fault}\n{words}", file=sys.stderr)
    taken = sum(whole for _, whole, _, _ in results)
    print(f"{count} random combinations: {taken} turns taken as they were signed, a reason for each of the other {count - taken}.")
    return 1 if any(fault for fault, *_ in results) else 0


# --- Mails that are made to break it. ---------------------------------------------------------------------------------


def hostile(adjutant, count):
    draw = random.Random(1862)
    with open(os.path.join(EXAMPLE, "turns", sorted(os.listdir(os.path.join(EXAMPLE, "turns")))[2]), encoding="utf-8") as file:
        turn = file.read()
    good = [way(text) for _, way in WAYS for text in (armor(turn), turn)]

    def altered(data):
        data = bytearray(data)
        for _ in range(draw.choice((1, 1, 3, 30))):
            if not data:
                break
            at = draw.randrange(len(data))
            what = draw.randrange(4)
            if what == 0:
                data[at] = draw.randrange(256)
            elif what == 1:
                del data[at : at + draw.randrange(1, 200)]
            elif what == 2:
                data[at:at] = data[max(0, at - 300) : at] * draw.choice((1, 5))
            else:
                data[at:at] = draw.choice((b"\n--b\n", b"Content-Type: message/rfc822\n\n", b"\x00", b"-----BEGIN ADJUTANT TURN-----\n", b"=\n", b"<pre>", b"adjutant: 1\n", b"\xff\xfe"))
        return bytes(data)

    def large(n):
        kind = n % 12
        text = "x" * 1000 + "\n"
        if kind == 0:
            return b"From: a@b\nSubject: x\n" + b"Content-Type: message/rfc822\n\n" * 100_000
        if kind == 1:
            return b"From: a@b\nSubject: x\n" + b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (k, k) for k in range(20_000))
        if kind == 2:
            return mail(text * 20_000).as_bytes()
        if kind == 3:
            return ("> " * 2_000_000).encode()
        if kind == 4:
            return b"-----BEGIN ADJUTANT TURN-----\n" * 200_000
        if kind == 5:
            return b"adjutant: 1\n" * 200_000
        if kind == 6:
            bomb = zlib.compress(b" " * (1 << 30), 9)
            data = base64.b64encode(bomb).decode()
            return f"-----BEGIN ADJUTANT STATE-----\n\n{data}\n={hashlib.sha256(bomb).hexdigest()[:8]}\n-----END ADJUTANT STATE-----\n".encode()
        if kind == 7:
            return zipped("bomb", " " * (100 << 20))
        if kind == 8:
            return b"<pre>" * 300_000
        if kind == 9:
            return b"\x00" * (25 << 20)
        if kind == 10:
            return b"From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 100_000
        return b"From: a@b\nSubject: x\n" + b"X-Header: y\n" * 500_000

    with tempfile.TemporaryDirectory() as root:
        folder, box = os.path.join(root, "match"), os.path.join(root, "box")
        for part in (folder, box, *(os.path.join(box, part) for part in ("new", "cur", "tmp"))):
            os.mkdir(part)
        shutil.copy(MATCH, folder)
        for n in range(count):
            data = large(n // 400) if n % 400 == 0 else altered(draw.choice(good))
            with open(os.path.join(box, "new", f"{n:06}"), "wb") as file:
                file.write(data)
        environment = dict(os.environ, ADJUTANT_HOME=os.path.join(root, "secrets"), ADJUTANT_CACHE="off")
        began = time.monotonic()
        # Of a process that this one starts the system counts this one's memory too: a small one stands between.
        between = "import resource, subprocess, sys; ran = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)\nprint(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\nsys.exit(ran.returncode)"
        command = [adjutant, "receive", box, "--folder", folder, "--format", "json"]
        ran = subprocess.run([sys.executable, "-c", between, *command], capture_output=True, env=environment)
        took = time.monotonic() - began
        most = int(ran.stdout) / 1024
        size = sum(os.path.getsize(os.path.join(box, "new", name)) for name in os.listdir(os.path.join(box, "new"))) / (1 << 20)
        filed = sorted(os.listdir(os.path.join(folder, "turns"))) if os.path.isdir(os.path.join(folder, "turns")) else []
    print(f"{count} mails, {size:.0f} MiB: {took:.1f} s, {1000 * took / count:.1f} ms each, {most:.0f} MB at most, exit code {ran.returncode}, filed {filed}")
    bad = ran.returncode not in (0, 1) or b"panicked" in ran.stderr or len(filed) > 1
    if bad:
        print(ran.stderr.decode()[-2000:], file=sys.stderr)
    return 1 if bad else 0


def main(arguments):
    if len(arguments) == 1:
        return table(os.path.abspath(arguments[0]))
    if len(arguments) == 3 and arguments[1] == "hostile":
        return hostile(os.path.abspath(arguments[0]), int(arguments[2]))
    if len(arguments) == 3 and arguments[1] == "random":
        return combined(os.path.abspath(arguments[0]), int(arguments[2]))
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

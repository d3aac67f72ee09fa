#!/usr/bin/env python3
"""Sends and takes in mail with programs that others wrote, and asks `adjutant receive` for what came.

    programs.py ADJUTANT [WINMAIL.DAT ...]   prints a table of what came through; exits 1 if a row does not come out as it ought

It wants mutt, neomutt, GNU mail, git and tnef, and tmux, which types where a program wants a terminal. A script stands in for
sendmail and appends the mails to a mailbox: none leaves the machine. In the end that whole mailbox is asked for every turn that
was mailed. All that is written lies in a temporary folder. Files of Outlook's that are given are mailed like the one made here.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from mangling import EXAMPLE, MATCH, armor, outlook

# How each program says its version, and which of Debian's packages has it.
PROGRAMS = {
    "mutt": (["mutt", "-v"], "mutt"),
    "neomutt": (["neomutt", "-v"], "neomutt"),
    "GNU mail": (["mail", "--version"], "mailutils"),
    "git": (["git", "--version"], "git"),
    "tnef": (["tnef", "--version"], "tnef"),
    "tmux": (["tmux", "-V"], "tmux"),
}
# For how many seconds a program, or what a terminal is to show, is waited for.
PATIENCE = 10


class Wrong(Exception):
    """Something did not come out as it ought."""


def version(name):
    """The program's name and version; None if it is not there, or if what is called so is another."""
    command, _ = PROGRAMS[name]
    if not shutil.which(command[0]):
        return None
    ran = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=PATIENCE)
    first = ((ran.stdout + ran.stderr).splitlines() or [""])[0]
    number = re.search(r"\d[\w.+-]*", first)
    if not number or (name == "GNU mail" and "Mailutils" not in first):
        return None
    return f"{name} {number.group()}"


# --- A place of our own, with a stand-in for sendmail, and a terminal in it. ------------------------------------------


class Place:
    """A folder with all that the programs read and write; their home is in it."""

    def __init__(self, adjutant, root):
        self.adjutant, self.root, self.count = adjutant, root, 0
        self.box, self.log = os.path.join(root, "box"), os.path.join(root, "log")
        # Lines that look like the first of a mail get a mark, as mboxrd has it.
        sendmail = [
            f"{{ echo 'From ann@example.org Fri Nov 27 10:00:00 2026'; sed 's/^>*From />&/'; echo; }} >> {shlex.quote(self.box)}",
            f"echo sent >> {shlex.quote(self.log)}",
        ]
        self.sendmail = self.script("sendmail", *sendmail)
        others = ("ADJUTANT_", "GIT_", "LC_", "MAIL", "TMUX", "XDG_")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(others)}
        self.environment |= {"HOME": self.folder("home"), "TMPDIR": self.folder("tmp"), "LC_ALL": "C.UTF-8", "TERM": "screen"}
        self.environment |= {"ADJUTANT_HOME": self.folder("secrets"), "ADJUTANT_CACHE": "off", "ADJUTANT_SENDMAIL": self.sendmail}
        self.environment |= {"MAILRC": self.mailrc("")}

    def new(self, name):
        """A path at which nothing is yet."""
        self.count += 1
        return os.path.join(self.root, f"{self.count}-{name}")

    def folder(self, name):
        path = self.new(name)
        os.mkdir(path)
        return path

    def file(self, name, contents):
        path = self.new(name)
        with open(path, "wb") as file:
            file.write(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def script(self, name, *lines):
        path = self.file(name, "\n".join(["#!/bin/sh", *lines, ""]))
        os.chmod(path, 0o700)
        return path

    def mailrc(self, more):
        """What GNU mail is to know."""
        return self.file("mailrc", f"set sendmail=sendmail:{self.sendmail}\n{more}\n")

    def mutt(self, program, *more):
        """A command that starts mutt or neomutt, with what it is to know."""
        known = [
            f'set sendmail="{self.sendmail}" sendmail_wait=0 from=ann@example.org realname=Ann use_envelope_from=no',
            f'set folder="{self.root}" spoolfile=/dev/null mbox=/dev/null record="" postponed=/dev/null',
            "set confirmappend=no confirmcreate=no delete=yes include=yes move=no wait_key=no sleep_time=0",
        ]
        return [program, "-n", "-F", self.file(f"{program}rc", "\n".join([*known, *more, ""]))]

    def run(self, *command, given="", **environment):
        """Runs a program that must not fail."""
        ran = subprocess.run(command, input=given.encode(), capture_output=True, cwd=self.root, env=self.environment | environment, timeout=PATIENCE)
        if ran.returncode:
            raise Wrong(f"{shlex.join(command)}: exit code {ran.returncode}\n{(ran.stdout + ran.stderr).decode(errors='replace')}")

    def mails(self):
        """How many mails went out."""
        return os.path.getsize(self.log) // len("sent\n") if os.path.exists(self.log) else 0

    def sent(self, send, *signs):
        """Waits for the mail that `send` sends: a mailbox with that mail alone, in which all the signs must be."""
        before, start = self.mails(), os.path.getsize(self.box) if os.path.exists(self.box) else 0
        send()
        until(lambda: self.mails() > before, lambda: "no mail went out")
        with open(self.box, "rb") as file:
            file.seek(start)
            mail = file.read()
        for sign in signs:
            if sign.encode() not in mail:
                raise Wrong(f"the mail has no '{sign}':\n{mail.decode(errors='replace')}")
        return self.file("sent", mail)


def until(done, otherwise):
    limit = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > limit:
            raise Wrong(otherwise())
        time.sleep(0.02)


class Terminal:
    """A program in a terminal, and somebody who types."""

    def __init__(self, place, command, **environment):
        self.place, self.tmux = place, ["tmux", "-S", place.new("socket"), "-f", "/dev/null"]
        line = shlex.join(["env", *(f"{name}={value}" for name, value in environment.items()), *command])
        place.run(*self.tmux, "new-session", "-d", "-x", "120", "-y", "60", f"{line}; echo; echo It ended with $?.; read line")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True, timeout=PATIENCE)

    def screen(self):
        ran = subprocess.run([*self.tmux, "capture-pane", "-p"], capture_output=True, timeout=PATIENCE)
        return "\n".join(line for line in ran.stdout.decode(errors="replace").splitlines() if line.strip())

    def see(self, words):
        until(lambda: words in self.screen(), lambda: f"the terminal does not show '{words}':\n{self.screen()}")

    def type(self, text, key=None):
        if text:
            self.place.run(*self.tmux, "send-keys", "-l", "--", text)
        if key:
            self.place.run(*self.tmux, "send-keys", key)

    def answer(self, question, text):
        """Waits for a question, removes the answer that is proposed, and gives another."""
        self.see(question)
        self.type("", "C-u")
        self.type(text, "Enter")

    def end(self, text, key=None):
        self.type(text, key)
        self.see("It ended with 0.")


# --- Asking the program. ----------------------------------------------------------------------------------------------


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


KINDS = ("turns", "states", "refusals")
# What each document of the example is called, by what is in it.
NAMES = {read(EXAMPLE, kind, name): f"{kind}/{name}" for kind in KINDS for name in sorted(os.listdir(os.path.join(EXAMPLE, kind)))}
DOCUMENTS = {name: text for text, name in NAMES.items()}


def receive(place, path, given=""):
    """Gives a file to `receive`, in a folder that has the charter alone; its exit code, its words and what it filed."""
    folder = place.folder("match")
    shutil.copy(MATCH, folder)
    command = [place.adjutant, "receive", path, "--folder", folder]
    ran = subprocess.run(command, input=given.encode(), capture_output=True, cwd=place.root, env=place.environment, timeout=PATIENCE)
    found = [read(folder, kind, name) for kind in KINDS if os.path.isdir(os.path.join(folder, kind)) for name in os.listdir(os.path.join(folder, kind))]
    return ran.returncode, (ran.stdout + ran.stderr).decode(), sorted(NAMES.get(text, "a document that nobody sent") for text in found)


class Table:
    """Prints the rows and remembers what is wrong, and what was mailed."""

    def __init__(self, place, versions):
        self.place, self.versions, self.wrong, self.mailed = place, versions, [], set()
        self.left = (name for name in DOCUMENTS if name.startswith("turns/"))

    def row(self, programs, what, do):
        """Does something with the first of the programs, and says what `do` says came through."""
        programs = programs.split(", ")
        if any(not self.versions[name] for name in programs):
            return
        try:
            came = do()
        except Exception as fault:  # Whatever it is, the row is wrong, and the others are still to be done.
            came = "WRONG"
            self.wrong.append(f"{self.versions[programs[0]]}, {what}: {type(fault).__name__}: {fault}")
        print(f"| {self.versions[programs[0]]} | {what} | {came} |", flush=True)

    def next(self, greeting="Hello Ben,"):
        """A turn that nobody mailed yet, and a text with it in armor, in which a line looks like the first of a mail."""
        name = next(self.left)
        return name, f"{greeting}\n\nFrom here on it is yours.\n\n{armor(DOCUMENTS[name])}\n-- \nAnn\n"

    def carried(self, name, path):
        """Expects that a mail which went out has this turn and nothing else."""
        self.mailed.add(name)
        return self.filed([name], path)

    def filed(self, names, path, given=""):
        code, words, found = receive(self.place, path, given)
        if code or found != sorted(names):
            raise Wrong(f"exit code {code}; filed: {', '.join(found) or 'nothing'}; ought to be: {', '.join(sorted(names))}\n{words}")
        return f"{names[0]} filed" if len(names) == 1 else f"{len(names)} documents filed"

    def named(self, path):
        """Expects that a file of Outlook's is refused, with advice."""
        code, words, found = receive(self.place, path)
        said = re.search(r"Outlook packed .*", words)
        if code != 1 or found or not said or "winmail.dat" not in said.group() or "ask the sender" not in said.group():
            raise Wrong(f"exit code {code}; filed: {', '.join(found) or 'nothing'}; no advice about Outlook\n{words}")
        return f"refused: '{said.group()}'"


# --- What is done. ----------------------------------------------------------------------------------------------------


def batch(table, place):
    """Each program sends what it is given, and nobody types."""
    umlauts, cyrillic = "Gr\u00fc\u00dfe, Ben!", "\u041f\u0440\u0438\u0432\u0435\u0442, \u0411\u0435\u043d!"

    def mutt(program, more, signs, greeting="Hello Ben,"):
        name, text = table.next(greeting)
        send = [*place.mutt(program, *more), "-s", "A turn", "--", "ben@example.org"]
        return table.carried(name, place.sent(lambda: place.run(*send, given=text), *signs))

    def attached(command):
        name = next(table.left)
        file = place.file("turn.yaml", DOCUMENTS[name])
        return table.carried(name, place.sent(lambda: place.run(*command(file), given="Hello Ben,\n\nFrom here on it is yours.\n"), "attachment", "turn.yaml"))

    for program in ("mutt", "neomutt"):
        table.row(program, "sends the armor in the text", lambda: mutt(program, [], ["\n-----BEGIN ADJUTANT TURN-----\n"]))
        table.row(program, "the same, format=flowed", lambda: mutt(program, ["set text_flowed=yes"], ["format=flowed"]))
        table.row(program, "the same, quoted-printable", lambda: mutt(program, ["set allow_8bit=no"], ["quoted-printable", "=3D"], umlauts))
        table.row(program, "the same in ISO 8859-5", lambda: mutt(program, ["set send_charset=iso-8859-5"], ["charset=iso-8859-5"], cyrillic))
        table.row(program, "sends the file as an attachment", lambda: attached(lambda file: [*place.mutt(program), "-s", "A turn", "-a", file, "--", "ben@example.org"]))

    def gnu():
        name, text = table.next(umlauts)
        return table.carried(name, place.sent(lambda: place.run("mail", "-n", "-s", "A turn", "ben@example.org", given=text), umlauts))

    table.row("GNU mail", "sends the armor in the text, 8 bits and no word of it", gnu)
    table.row("GNU mail", "sends the file as an attachment", lambda: attached(lambda file: ["mail", "-n", "-s", "A turn", "-A", file, "ben@example.org"]))


def typed(table, place):
    """Somebody sits at mutt and neomutt: writes, answers, forwards, saves."""
    sent = {}

    def editor(*lines):
        return f'set editor="{place.script("editor", *lines)}"'

    def compose(program):
        name, text = table.next()
        command = [*place.mutt(program, editor(f"cat {shlex.quote(place.file('text', text))} >> \"$1\"")), "-f", place.file("empty", "")]
        with Terminal(place, command) as terminal:
            terminal.see("q:Quit")
            terminal.type("m")
            terminal.answer("To:", "ben@example.org")
            terminal.answer("Subject:", f"A turn by {program}")
            terminal.see("y:Send")
            sent[program] = name, place.sent(lambda: terminal.type("y"), f"Subject: A turn by {program}")
            terminal.end("q")
        return table.carried(*sent[program])

    def answer(program, other, subject, signs, key="r", more=()):
        """Answers or forwards what another wrote."""
        name, box = sent[other]
        with Terminal(place, [*place.mutt(program, editor("echo Thanks, I have it. >> \"$1\""), *more), "-f", box]) as terminal:
            terminal.see("To ben@")
            terminal.type(key)
            terminal.answer("To:", "ben@example.org")
            terminal.answer("Subject:", subject)
            terminal.see("y:Send")
            sent[subject] = name, place.sent(lambda: terminal.type("y"), "Thanks, I have it.", f"Subject: {subject}", *signs)
            terminal.end("x")
        return table.carried(*sent[subject])

    def save(program, name, box, more=(), keys=("s",), into=os.path.isfile):
        """Saves a mail, into an mbox if nothing else is said."""
        saved = place.new("saved")
        with Terminal(place, [*place.mutt(program, *more), "-f", box]) as terminal:
            terminal.see("To ben@")
            for key in keys:
                terminal.type("", key)
            terminal.answer(" to mailbox", saved)
            until(lambda: os.path.exists(saved) and into(saved), lambda: f"nothing is saved:\n{terminal.screen()}")
            terminal.end("x")
        return table.filed([name], saved)

    def maildir(program, other):
        filled = lambda path: any(os.listdir(os.path.join(path, part)) for part in ("new", "cur") if os.path.isdir(os.path.join(path, part)))
        return save(program, *sent[other], ["set mbox_type=Maildir"], into=filled)

    def decoded(program):
        name, text = table.next("Gr\u00fc\u00dfe, Ben!")
        command = [*place.mutt(program, "set allow_8bit=no"), "-s", "A turn", "--", "ben@example.org"]
        box = place.sent(lambda: place.run(*command, given=text), "quoted-printable")
        table.mailed.add(name)
        return save(program, name, box, keys=("Escape", "s"))

    def attachment(program):
        """Saves an attachment alone."""
        name = next(table.left)
        command = [*place.mutt(program), "-s", "A turn", "-a", place.file("turn.yaml", DOCUMENTS[name]), "--", "ben@example.org"]
        box, saved = place.sent(lambda: place.run(*command, given="Hello Ben,\n")), place.new("turn.txt")
        table.mailed.add(name)
        with Terminal(place, [*place.mutt(program), "-f", box]) as terminal:
            terminal.see("To ben@")
            terminal.type("v")
            terminal.see("turn.yaml")
            terminal.type("", "Down")
            terminal.type("s")
            terminal.answer("Save to file", saved)
            until(lambda: os.path.exists(saved) and read(saved) == DOCUMENTS[name], lambda: f"nothing is saved:\n{terminal.screen()}")
            terminal.type("q")
            terminal.end("x")
        return table.filed([name], saved)

    for program, other in (("mutt", "neomutt"), ("neomutt", "mutt")):
        table.row(f"{program}, tmux", "in a terminal: sends the armor in the text", lambda: compose(program))
    for program, other in (("mutt", "neomutt"), ("neomutt", "mutt")):
        both = f"{program}, {other}, tmux"
        table.row(both, f"in a terminal: answers {other}, and quotes", lambda: answer(program, other, f"Re: by {program}", ["\n> -----BEGIN"]))
        flowed = ["set text_flowed=yes"]
        table.row(both, "the same, format=flowed", lambda: answer(program, other, f"Re: by {program}, flowed", ["format=flowed"], more=flowed))
        table.row(both, f"in a terminal: forwards in the text what {other} wrote", lambda: answer(program, other, f"Fwd: by {program}", ["Forwarded message"], "f"))
        attach = ["set mime_forward=yes"]
        table.row(both, f"in a terminal: forwards as an attachment what {other} wrote", lambda: answer(program, other, f"Fwd: by {program}, whole", ["message/rfc822"], "f", attach))
    table.row("mutt, neomutt, tmux", "in a terminal: answers neomutt's answer, and quotes twice", lambda: answer("mutt", "Re: by neomutt", "Re: twice", ["\n> > -----BEGIN"]))
    for program, other in (("mutt", "neomutt"), ("neomutt", "mutt")):
        both = f"{program}, {other}, tmux"
        table.row(both, "in a terminal: saves a mail into an mbox", lambda: save(program, *sent[other]))
        table.row(both, "in a terminal: saves a mail into a Maildir", lambda: maildir(program, other))
        table.row(f"{program}, tmux", "in a terminal: saves a quoted-printable mail, decoded", lambda: decoded(program))
        table.row(f"{program}, tmux", "in a terminal: saves an attachment", lambda: attachment(program))


def gnu_mail(table, place):
    """GNU mail saves, and quotes with `~m`, which it does in a terminal alone."""
    name, text = table.next()
    inbox = None

    def saved(box, names):
        file = place.new("saved")
        place.run("mail", "-n", "-N", "-f", box, given=f"copy 1 {file}\nexit\n")
        return table.filed(names, file)

    def armored():
        nonlocal inbox
        inbox = place.sent(lambda: place.run("mail", "-n", "-s", "A turn", "ben@example.org", given=text))
        table.mailed.add(name)
        return saved(inbox, [name])

    def attached():
        other = next(table.left)
        file = place.file("turn.yaml", DOCUMENTS[other])
        given = "Hello Ben,\n\nFrom here on it is yours.\n"
        box = place.sent(lambda: place.run("mail", "-n", "-s", "A turn", "-A", file, "ben@example.org", given=given), "base64")
        table.mailed.add(other)
        return saved(box, [other])

    def quoting(mailrc, escape, seen, sign):
        with Terminal(place, ["mail", "-n", "-f", inbox], MAILRC=place.mailrc(mailrc)) as terminal:
            terminal.see("A turn")
            terminal.type("reply 1", "Enter")
            terminal.see("Subject: Re:")
            terminal.type("Thanks, I have it.", "Enter")
            terminal.type(escape, "Enter")
            terminal.see(seen)
            box = place.sent(lambda: terminal.type("", "C-d"), sign)
            terminal.end("exit", "Enter")
        return table.carried(name, box)

    def reading():
        other, body = table.next()
        with Terminal(place, ["mail", "-n", "-s", "A turn", "ben@example.org"]) as terminal:
            terminal.answer("Cc:", "")
            terminal.type("Here it is.", "Enter")
            terminal.type(f"~r {place.file('text', body)}", "Enter")
            terminal.see('-text"')
            box = place.sent(lambda: terminal.type("", "C-d"), "Here it is.\nHello Ben,\n")
            terminal.see("It ended with 0.")
        return table.carried(other, box)

    table.row("GNU mail", "copies a mail into an mbox", armored)
    table.row("GNU mail", "copies a mail with an attachment into an mbox, without a mark on 'From'", attached)
    table.row("GNU mail, tmux", "in a terminal: answers, and quotes with ~m", lambda: quoting("", "~m 1", "(continue)", "\n\t-----BEGIN"))
    table.row("GNU mail, tmux", "the same, with indentprefix '> '", lambda: quoting("set indentprefix='> '", "~m 1", "(continue)", "\n> -----BEGIN"))
    table.row("GNU mail, tmux", "in a terminal: writes, and reads the armor in with ~r", reading)


def winmail(table, place, samples):
    """What Outlook packs is taken, as what tnef unpacks is; if there is no document in it, it is named."""
    name = next(table.left)
    text = DOCUMENTS[name]
    folder = place.folder("outlook")

    def called(file, contents):
        path = os.path.join(folder, file)
        with open(path, "wb") as out:
            out.write(contents)
        return path

    made = called("winmail.dat", outlook("turn.yaml", text.encode()))

    def unpacked():
        out = place.folder("unpacked")
        place.run("tnef", "-C", out, made)
        if os.listdir(out) != ["turn.yaml"] or read(out, "turn.yaml") != text:
            raise Wrong(f"tnef does not find the turn in it, but {os.listdir(out)}")
        return table.filed([name], os.path.join(out, "turn.yaml"))

    def mailed(program, kind, file, expected=lambda path: table.carried(name, path)):
        # Which type a file has, mutt learns from its user's home.
        home = place.folder("home")
        with open(os.path.join(home, ".mime.types"), "w", encoding="utf-8") as types:
            types.write(f"{kind} {file.rpartition('.')[2]}\n")
        command = [*place.mutt(program), "-s", "A turn", "-a", file, "--", "ben@example.org"]
        return expected(place.sent(lambda: place.run(*command, given="See below.\n", HOME=home), f"Content-Type: {kind}"))

    def gnu():
        command = ["mail", "-n", "-s", "A turn", "-A", made, "ben@example.org"]
        return table.carried(name, place.sent(lambda: place.run(*command, given="See below.\n"), "winmail.dat"))

    table.row("tnef", "unpacks the winmail.dat that is made here", unpacked)
    table.row("mutt", "sends winmail.dat as application/ms-tnef", lambda: mailed("mutt", "application/ms-tnef", made))
    table.row("neomutt", "sends winmail.dat as application/octet-stream", lambda: mailed("neomutt", "application/octet-stream", made))
    table.row("GNU mail", "sends winmail.dat", gnu)
    renamed = called("turn.tnef", outlook("turn.yaml", text.encode()))
    table.row("mutt", "sends it as turn.tnef, application/vnd.ms-tnef", lambda: mailed("mutt", "application/vnd.ms-tnef", renamed))
    table.row("tnef", "reads a winmail.dat that was saved from a mail", lambda: table.filed([name], made))
    for path in samples:
        with open(path, "rb") as file:
            sample = file.read()

        def known():
            place.run("tnef", "-t", called("winmail.dat", sample))
            return mailed("mutt", "application/octet-stream", os.path.join(folder, "winmail.dat"), table.named)

        table.row("mutt, tnef", f"sends {os.path.basename(path)}, which tnef knows, as winmail.dat", known)


def mailbox(table, place):
    """All that was sent until here, in one mailbox."""
    names = sorted(table.mailed)

    def split():
        folder = place.folder("split")
        place.run("git", "mailsplit", "--mboxrd", f"-o{folder}", place.box)
        mails = sorted(os.listdir(folder))
        found = {name for mail in mails for name in receive(place, os.path.join(folder, mail))[2]}
        if len(mails) != place.mails() or sorted(found) != names:
            raise Wrong(f"{len(mails)} mails of {place.mails()}, without {', '.join(sorted(set(names) - found)) or 'loss'}")
        return f"{len(mails)} mails, {table.filed(names, folder)}"

    def whole():
        came = table.filed(names, place.box)
        words = receive(place, place.box)[1]
        if f"Read {place.mails()} mails and files" not in words:
            raise Wrong(f"there are {place.mails()} mails\n{words}")
        return f"{place.mails()} mails, {came}"

    def tagged(program):
        saved = place.new("Maildir")
        with Terminal(place, [*place.mutt(program, "set mbox_type=Maildir"), "-f", place.box]) as terminal:
            terminal.see("A turn")
            terminal.type("T")
            terminal.answer("Tag messages", "~A")
            terminal.type(";s")
            terminal.answer("Save tagged", saved)
            kept = lambda: [mail for part in ("new", "cur") if os.path.isdir(os.path.join(saved, part)) for mail in os.listdir(os.path.join(saved, part))]
            until(lambda: len(kept()) >= place.mails(), lambda: f"{len(kept())} mails are saved:\n{terminal.screen()}")
            terminal.end("x")
        return f"{len(kept())} mails, {table.filed(names, saved)}"

    table.row("git", "takes the mailbox of all these apart: mailsplit --mboxrd", split)
    table.row("git", "the same mailbox, not taken apart", whole)
    for program in ("mutt", "neomutt"):
        table.row(f"{program}, tmux", "in a terminal: saves all of them into a Maildir", lambda: tagged(program))


def match(table, place):
    """A match begins by mail, and the mails that we write go through the programs."""
    ann, ben = ({"ADJUTANT_HOME": place.folder(name)} for name in ("ann", "ben"))
    hers, his = place.new("ann's match"), place.new("ben's match")
    sent = {}

    def adjutant(who, *words):
        place.run(place.adjutant, *words, **who)

    def invitation():
        adjutant(ann, "keygen")
        adjutant(ben, "keygen")
        adjutant(ann, "match", "new", hers, "--title", "The road to Richmond")
        adjutant(ann, "match", "join", hers, "--seat", "union", "--name", "Ann")
        box = place.sent(lambda: adjutant(ann, "match", "invite", hers, "--to", "ben@example.org", "--from", "ann@example.org", "--send"))
        saved = place.new("invitation")
        with Terminal(place, [*place.mutt("mutt"), "-f", box]) as terminal:
            terminal.see("[adjutant")
            terminal.type("s")
            terminal.answer("Save to mailbox", saved)
            until(lambda: os.path.exists(saved), lambda: f"nothing is saved:\n{terminal.screen()}")
            terminal.end("x")
        adjutant(ben, "match", "accept", saved, his, "--seat", "confederate", "--name", "Ben")
        return "match accept takes it"

    def joined():
        addresses = ["--address", "union=ann@example.org", "--address", "confederate=ben@example.org"]
        box = place.sent(lambda: adjutant(ben, "mail", his, *addresses, "--send"))
        with Terminal(place, [*place.mutt("neomutt"), "-f", box], **ann) as terminal:
            terminal.see("[adjutant")
            terminal.type("|")
            terminal.answer("Pipe to command", shlex.join([place.adjutant, "receive", "-", "--folder", hers]))
            until(lambda: "name: Ben" in read(hers, "charter.yaml"), lambda: f"the charter has no Ben:\n{terminal.screen()}")
            terminal.end("x")
        return "the charter with Ben's signature filed"

    def opened(program):
        """Our mail as a draft in the mail program, which is how `mail --open` sends."""
        if not sent:
            adjutant(ann, "match", "sign", hers)
            adjutant(ann, "adjudicate", hers)
        mailer = shlex.join([*place.mutt(program, "set autoedit=no", f'set editor="{place.script("editor", "true")}"'), "-H"])
        command = [place.adjutant, "mail", hers, "--again", "--address", "confederate=ben@example.org", "--open"]
        with Terminal(place, command, ADJUTANT_MAILER=mailer, **ann) as terminal:
            for question in ("To:", "Subject:"):
                terminal.see(question)
                terminal.type("", "Enter")
            terminal.see("y:Send")
            sent[program] = place.sent(lambda: terminal.type("y"), "ADJUTANT BUNDLE")
            terminal.see("It ended with 0.")
        other = place.new("copy")
        shutil.copytree(his, other)
        adjutant(ben, "receive", sent[program], "--folder", other)
        for name in ("charter.yaml", "states/0000.yaml", "turns/0001-union.yaml"):
            if read(other, name) != read(hers, name):
                raise Wrong(f"{name} is another")
        return "3 documents filed"

    def whole(program):
        bundle = place.new("bundle")
        adjutant(ann, "bundle", EXAMPLE, "--all", "--out", bundle)
        box = place.sent(lambda: place.run(*place.mutt(program, "set text_flowed=yes"), "-s", "A match", "--", "ben@example.org", given="Hello Ben,\n\n" + read(bundle)))
        return table.filed(list(DOCUMENTS), box)

    table.row("mutt, tmux", "in a terminal: saves our invitation", invitation)
    table.row("neomutt, mutt, tmux", "in a terminal: pipes our mail into `adjutant receive -`", joined)
    for program in ("mutt", "neomutt"):
        table.row(f"{program}, mutt, neomutt, tmux", "is the program of `adjutant mail --open`, by -H, and sends", lambda: opened(program))
        table.row(program, "sends a bundle of a whole match in the text, format=flowed", lambda: whole(program))


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    adjutant, *samples = (os.path.abspath(path) for path in arguments)
    versions = {name: version(name) for name in PROGRAMS}
    with tempfile.TemporaryDirectory(prefix="adjutant-") as root:
        places = []
        for name in ("turns", "match"):
            os.mkdir(os.path.join(root, name))
            places.append(Place(adjutant, os.path.join(root, name)))
        table = Table(places[0], versions)
        print("| program | what it does | what comes through |\n|---|---|---|")
        for step in (batch, typed, gnu_mail):
            step(table, places[0])
        winmail(table, places[0], samples)
        mailbox(table, places[0])
        match(table, places[1])
    for name, (_, package) in PROGRAMS.items():
        if not versions[name]:
            table.wrong.append(f"{name} is not installed (Debian's package {package}): its rows are left out")
    for fault in table.wrong:
        print(f"\nWRONG: {fault}", file=sys.stderr)
    return 1 if table.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

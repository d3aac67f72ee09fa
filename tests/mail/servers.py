#!/usr/bin/env python3
"""Two players with mail programs that speak to servers: msmtp, mbsync and fetchmail, with Postfix and Dovecot on loopback.

    tests/mail/servers.py ADJUTANT

Runs, as root and with folders and ports of its own, a Postfix that takes mail by SMTP and a Dovecot that hands it out by
IMAP. Ann and Bob then begin a match of Crossroads with the settings of docs/mail.md: Ann sends with `msmtp`, Bob fetches
with `mbsync` and answers, Ann fetches with `fetchmail`, whose every mail goes to `adjutant receive -`.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SMTP, IMAP = 2525, 2143
PEOPLE = {"ann": "crossroads", "bob": "watermelon"}
PAGE = Path(__file__).resolve().parents[2] / "docs/mail.md"


def setting(name):
    """The settings of a program as docs/mail.md shows them: the block after the line that names its file."""
    found = re.search(rf"`{re.escape(name)}`[^:]*?:\n\n```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    if not found:
        sys.exit(f"docs/mail.md shows no {name}")
    return found.group(1)


def here(text, who, work):
    """The settings with the names, ports and folders of this test in place of a provider's."""
    text = text.replace("smtp.example.org", "127.0.0.1").replace("imap.example.org", "127.0.0.1")
    text = text.replace("ann@example.org", f"{who}@example.org").replace("~/", f"{work}/{who}/")
    # The servers of this test speak without encryption: nothing leaves the machine.
    for plain in [("port 465", f"port {SMTP}"), ("tls on\ntls_starttls off", "tls off"), ("auth on", "auth off"),
                  ("SSLType IMAPS", f"SSLType None\nPort {IMAP}\nAuthMechs LOGIN"), ("with ssl", "no sslcertck sslproto ''"),
                  ("protocol imap", f"protocol imap port {IMAP}")]:
        text = text.replace(*plain)
    return re.sub(r'(PassCmd|passwordeval) ".*"', lambda found: f'{found.group(1)} "echo {PEOPLE[who]}"', text).replace(
        'password "…"', f'password "{PEOPLE[who]}"')


def run(command, work, who, fed=None, codes=(0,)):
    environment = dict(os.environ, HOME=str(work / who), ADJUTANT_HOME=str(work / who / "secrets"), ADJUTANT_CACHE="off")
    environment["ADJUTANT_SENDMAIL"] = f"msmtp --file={work}/{who}/.msmtprc -t"
    ran = subprocess.run(command, cwd=work / who, env=environment, input=fed, capture_output=True, text=True)
    if ran.returncode not in codes:
        sys.exit(f"{' '.join(map(str, command))} as {who}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def write(path, text, mode=0o600):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def start_postfix(work):
    folder = work / "postfix"
    for name in ["queue", "data", "boxes"]:
        (folder / name).mkdir(parents=True)
    shutil.chown(folder / "data", "postfix")
    shutil.chown(folder / "boxes", "nobody")
    write(folder / "main.cf", f"""
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
virtual_mailbox_domains = example.org
virtual_mailbox_base = {folder}/boxes
virtual_mailbox_maps = inline:{{ ann@example.org=ann/, bob@example.org=bob/ }}
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
maillog_file = /var/log/adjutant-test-mail.log
""", 0o644)
    table = Path("/etc/postfix/master.cf")
    source = table if table.is_file() else Path("/usr/share/postfix/master.cf.dist")
    services = []
    for line in source.read_text().splitlines():
        fields = line.split()
        if line[:1] in ("", "#", " ", "\t") or fields[0] in ("smtp",) and fields[1] == "inet" or fields[1] == "inet":
            continue
        fields[4] = "n"
        services.append(" ".join(fields))
    services.append(f"127.0.0.1:{SMTP} inet n - n - - smtpd")
    write(folder / "master.cf", "\n".join(services) + "\n", 0o644)
    subprocess.run(["postfix", "-c", folder, "start"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return lambda: subprocess.run(["postfix", "-c", folder, "stop"], capture_output=True)


def start_dovecot(work):
    folder = work / "dovecot"
    (folder / "state").mkdir(parents=True)
    write(folder / "users", "".join(f"{who}@example.org:{{PLAIN}}{word}:65534:65534::{work}/postfix/boxes/{who}\n" for who, word in PEOPLE.items()), 0o644)
    write(folder / "dovecot.conf", f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
first_valid_uid = 65534
mail_location = maildir:{work}/postfix/boxes/%n
default_internal_user = dovecot
passdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%u {folder}/users
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    address = 127.0.0.1
    port = {IMAP}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
""", 0o644)
    # It keeps what it is given for its output, so that it must not be a pipe.
    subprocess.run(["dovecot", "-c", folder / "dovecot.conf"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return lambda: subprocess.run(["doveadm", "-c", folder / "dovecot.conf", "stop"], capture_output=True)


def answers(port):
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(f"nothing answers at port {port}")


def wait_for(boxes, count):
    """Until Postfix has delivered so many mails."""
    for _ in range(200):
        if sum(1 for folder in ("new", "cur") for _ in (boxes / folder).glob("*")) >= count:
            return
        time.sleep(0.1)
    sys.exit(f"{boxes}: {count} mails have not come")


def main():
    program = Path(sys.argv[1]).resolve()
    if os.geteuid() != 0:
        sys.exit("tests/mail/servers.py runs mail servers, and needs root")
    lacking = [name for name in ["msmtp", "mbsync", "fetchmail", "postfix", "dovecot"] if not shutil.which(name)]
    if lacking:
        sys.exit(f"tests/mail/servers.py needs {', '.join(lacking)}")
    work = Path(tempfile.mkdtemp(prefix="adjutant-mail-"))
    work.chmod(0o755)
    stops = []
    try:
        stops.append(start_postfix(work))
        stops.append(start_dovecot(work))
        answers(SMTP), answers(IMAP)
        for who in PEOPLE:
            (work / who / "Maildir").mkdir(parents=True)
            for name in [".msmtprc", ".mbsyncrc", ".fetchmailrc"]:
                write(work / who / name, here(setting(f"~/{name}"), who, work))

        adjutant = lambda who, *words, **more: run([program, *words], work, who, **more)  # noqa: E731
        boxes = {who: work / "postfix/boxes" / who for who in PEOPLE}
        for who in PEOPLE:
            adjutant(who, "keygen")
        adjutant("ann", "match", "new", "m", "--title", "By servers", "--game", "crossroads")
        adjutant("ann", "match", "join", "m", "--seat", "union", "--name", "Ann")
        adjutant("ann", "match", "invite", "m", "--to", "bob@example.org", "--from", "ann@example.org", "--send")
        wait_for(boxes["bob"], 1)
        print("msmtp: an invitation sent through Postfix")

        run(["mbsync", "--config", work / "bob/.mbsyncrc", "--all"], work, "bob")
        mail = next(path for path in (work / "bob/Maildir").rglob("*") if path.is_file() and path.parent.name in ("new", "cur"))
        adjutant("bob", "match", "accept", mail, "m", "--seat", "confederate", "--name", "Bob")
        adjutant("bob", "mail", "m", "--address", "confederate=bob@example.org", "--address", "union=ann@example.org", "--send")
        wait_for(boxes["ann"], 1)
        print("mbsync: the invitation fetched from Dovecot into a Maildir, and accepted")

        pipe = f"env ADJUTANT_HOME={work}/ann/secrets ADJUTANT_CACHE=off {program} receive - --folder {work}/ann"
        settings = work / "ann/.fetchmailrc"
        write(settings, re.sub(r'mda ".*"', f'mda "{pipe}"', settings.read_text()))
        run(["fetchmail", "--fetchmailrc", settings], work, "ann")
        adjutant("ann", "match", "sign", "m")
        adjutant("ann", "adjudicate", "--folder", "m")
        adjutant("ann", "mail", "m", "--address", "confederate=bob@example.org", "--send")
        wait_for(boxes["bob"], 2)
        print("fetchmail: each mail handed to `adjutant receive -`")

        run(["mbsync", "--config", work / "bob/.mbsyncrc", "--all"], work, "bob")
        said = adjutant("bob", "receive", work / "bob/Maildir", "--folder", work / "bob")
        if "states/0000.yaml" not in said:
            sys.exit(f"the set-up has not come:\n{said}")
        adjutant("bob", "verify", "m")
        print("mbsync and receive: the whole Maildir read again, the set-up filed, the match verified")
    finally:
        for stop in stops:
            stop()
        Path("/var/log/adjutant-test-mail.log").unlink(missing_ok=True)
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()

//! The server: to this machine only, for one page with the right token.
//!
//! tiny_http was chosen from tiny_http, axum and hyper: the board needs one small server without TLS, for one reader.
//! tiny_http has four dependencies and threads of its own; the others bring an asynchronous runtime.

use std::cell::Cell;
use std::io::Read;
use std::time::{Duration, Instant};

use data_encoding::BASE64URL_NOPAD;
use serde_json::json;
use tiny_http::{Header, Method, Request, Response};

use super::requests::{Answer, MAX_BODY, Question};
use crate::cli::Failure;
use crate::cli::out::escaped_json;
use crate::document::Problem;

/// The files of the page, each with its type.
const FILES: [(&str, &str, &str); 3] = [
    ("/", "text/html; charset=utf-8", include_str!("page/board.html")),
    (
        "/board.css",
        "text/css; charset=utf-8",
        concat!(include_str!("../../core/report/page/report.css"), include_str!("page/board.css")),
    ),
    (
        "/board.js",
        "text/javascript; charset=utf-8",
        concat!(
            include_str!("../../core/report/page/letters.js"),
            include_str!("../../core/report/page/board.js"),
            include_str!("page/server.js"),
            include_str!("page/elements.js"),
            include_str!("page/form.js"),
            include_str!("page/map.js"),
            include_str!("page/draft.js"),
            include_str!("page/joined.js"),
            include_str!("page/panels.js"),
            include_str!("page/main.js")
        ),
    ),
];

/// What the page may load and run: its own files, and nothing else; nobody may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The server waits so long for a page that reloads before it ends.
const RELOAD: Duration = Duration::from_secs(3);

/// A server on 127.0.0.1 that knows its page by a token of 128 bits.
pub struct Server {
    http: tiny_http::Server,
    port: u16,
    token: String,
    /// What the address has: it is exchanged for the token. A browser keeps addresses, and other users of the machine
    /// see the one with which it is started, so it counts only once then.
    ticket: String,
    once: bool,
    entered: Cell<bool>,
    /// When a page said that it is being closed, and no other question has come since.
    closed: Cell<Option<Instant>>,
}

/// What came while the server waited.
pub enum Waited {
    Nothing,
    /// The page is closed.
    Closed,
    /// The server has ended.
    Failed(std::io::Error),
    Question(Box<Asking>),
}

/// A question of the page that waits for its answer.
pub struct Asking {
    pub asked: Question,
    request: Request,
}

impl Asking {
    /// Sends the answer. A page that is gone does not get it.
    pub fn answer(self, answer: &Answer) {
        let text = escaped_json(&answer.value.to_string());
        respond(self.request, answer.status, "application/json; charset=utf-8", text.into_bytes());
    }
}

impl Server {
    /// Starts the server on a port; 0: a free one. `once`: its address can be used only once.
    ///
    /// # Errors
    /// The port is taken, or the system gives no random bytes.
    pub fn start(port: u16, once: bool) -> Result<Server, Failure> {
        let fault = |error: String| {
            let problem = Problem::new(format!("the board cannot be served: {error}"));
            Failure::cannot(problem.advice("name another port with --port"))
        };
        let http = tiny_http::Server::http(("127.0.0.1", port)).map_err(|error| fault(error.to_string()))?;
        let port = http.server_addr().to_ip().map_or(port, |address| address.port());
        let random = || {
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map_err(|error| fault(error.to_string()))?;
            Ok::<_, Failure>(BASE64URL_NOPAD.encode(&bytes))
        };
        let (token, ticket) = (random()?, random()?);
        Ok(Server { http, port, token, ticket, once, entered: Cell::new(false), closed: Cell::new(None) })
    }

    /// The address of the page. The ticket is in its fragment, which no browser sends.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/#t={}", self.port, self.ticket)
    }

    /// Waits for a question of the page. Its files are served in the meantime, and whatever is not from the page is
    /// refused.
    pub fn wait(&self, time: Duration) -> Waited {
        let request = match self.http.recv_timeout(time) {
            Ok(Some(request)) => request,
            Ok(None) if self.closed.get().is_some_and(|when| when.elapsed() > RELOAD) => return Waited::Closed,
            Ok(None) => return Waited::Nothing,
            // The library has stopped to listen, after too many connections for example.
            Err(error) => return Waited::Failed(error),
        };
        if let Err(status) = self.is_from_here(&request) {
            refuse(request, status);
            return Waited::Nothing;
        }
        let path = request.url().to_owned();
        match (request.method(), path.strip_prefix("/api/")) {
            (Method::Get, None) => match FILES.iter().find(|(at, ..)| *at == path) {
                Some((_, kind, text)) => {
                    self.closed.set(None);
                    respond(request, 200, kind, text.as_bytes().to_vec());
                }
                None => refuse(request, 404),
            },
            (Method::Post, Some(name)) => return self.question(request, name),
            (_, Some(_)) => refuse(request, 405),
            _ => refuse(request, 404),
        }
        Waited::Nothing
    }

    fn question(&self, mut request: Request, name: &str) -> Waited {
        let given = header(&request, "X-Board").unwrap_or_default();
        if name == "enter" && is_same(&given, &self.ticket) && !(self.once && self.entered.get()) {
            self.entered.set(true);
            respond(request, 200, "application/json", json!({"token": self.token}).to_string().into_bytes());
            return Waited::Nothing;
        }
        if !is_same(&given, &self.token) {
            refuse(request, 403);
            return Waited::Nothing;
        }
        if request.body_length().is_some_and(|length| length > MAX_BODY) {
            refuse(request, 413);
            return Waited::Nothing;
        }
        let mut body = String::new();
        let read = request.as_reader().take(MAX_BODY as u64 + 1).read_to_string(&mut body);
        if read.is_err() || body.len() > MAX_BODY {
            refuse(request, if read.is_err() { 400 } else { 413 });
            return Waited::Nothing;
        }
        let fields = if body.trim().is_empty() { Ok(json!({})) } else { serde_json::from_str(&body) };
        let Ok(fields) = fields else {
            refuse(request, 400);
            return Waited::Nothing;
        };
        if name == "closed" {
            self.closed.set(Some(Instant::now()));
            respond(request, 200, "application/json", b"{}".to_vec());
            return Waited::Nothing;
        }
        self.closed.set(None);
        Waited::Question(Box::new(Asking { asked: Question { name: name.to_owned(), fields }, request }))
    }

    /// Whether a request was made to this machine under its own name, so that no other site's name leads here (DNS
    /// rebinding), and by the page itself. Through a tunnel the port may be another one.
    fn is_from_here(&self, request: &Request) -> Result<(), u16> {
        let host = header(request, "Host").unwrap_or_default();
        let name = host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name);
        if !["127.0.0.1", "localhost", "[::1]"].contains(&name) {
            return Err(403);
        }
        if header(request, "Origin").is_some_and(|origin| origin != format!("http://{host}")) {
            return Err(403);
        }
        match header(request, "Sec-Fetch-Site").as_deref() {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) => Err(403),
        }
    }
}

/// The value of a header.
fn header(request: &Request, name: &str) -> Option<String> {
    let found = request.headers().iter().find(|header| header.field.as_str().as_str().eq_ignore_ascii_case(name));
    found.map(|header| header.value.as_str().to_owned())
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

fn refuse(request: Request, status: u16) {
    respond(request, status, "text/plain; charset=utf-8", Vec::new());
}

/// Answers in a thread of its own: the library reads what is left of a request first, and a request that never ends
/// must not keep others waiting.
fn respond(request: Request, status: u16, kind: &'static str, bytes: Vec<u8>) {
    std::thread::spawn(move || send(request, status, kind, bytes));
}

fn send(request: Request, status: u16, kind: &str, bytes: Vec<u8>) {
    let mut response = Response::from_data(bytes).with_status_code(status);
    let headers = [
        ("Content-Type", kind),
        ("Content-Security-Policy", POLICY),
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ];
    for (name, value) in headers {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    // A reader that has gone away needs no answer.
    let _ = request.respond(response);
}

"""Servers that speak TLS well or ill, one thread each; prints their ports by name, as JSON, in one line.

At the end of its input it removes the folder of its certificate.
"""

import json
import os
import shutil
import socket
import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

certificate, key, authority = sys.argv[1:4]


def context(old=False):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if old:
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = ssl.TLSVersion.TLSv1
        made.maximum_version = ssl.TLSVersion.TLSv1_1
    made.load_cert_chain(certificate, key)
    return made


def mutual():
    """Serves nobody without a certificate of the authority."""
    made = context()
    made.verify_mode = ssl.CERT_REQUIRED
    made.load_verify_locations(authority)
    return made


class Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Threading(HTTPServer):
    """Handshakes, and all that follows, in a thread for each connection."""

    def __init__(self, secure):
        super().__init__(("127.0.0.1", 0), Echo)
        self.secure = secure

    def process_request(self, request, address):
        threading.Thread(target=self.serve, args=(request, address), daemon=True).start()

    def serve(self, request, address):
        try:
            self.finish_request(self.secure.wrap_socket(request, server_side=True), address)
        except OSError:
            request.close()

    def handle_error(self, *_):
        pass


def echo(secure):
    server = Threading(secure)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def raw(answer, says_goodbye):
    """Answers without a length and ends the connection, with the word for it or without."""
    listener = socket.create_server(("127.0.0.1", 0))
    secure = context()

    def serve():
        while True:
            try:
                connection = secure.wrap_socket(listener.accept()[0], server_side=True)
                connection.recv(65536)
                connection.sendall(answer)
                if says_goodbye:
                    connection = connection.unwrap()
                connection.close()
            except OSError:
                pass

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def h2():
    """Answers every request over HTTP/2 with 200 and two bytes, if the client asked for that protocol."""
    listener = socket.create_server(("127.0.0.1", 0))
    secure = context()
    secure.set_alpn_protocols(["h2"])

    def talk(raw):
        try:
            connection = secure.wrap_socket(raw, server_side=True)
            stream = connection.makefile("rb")
            if connection.selected_alpn_protocol() != "h2" or not stream.read(24).startswith(b"PRI * HTTP/2.0"):
                return
            connection.sendall(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0]))
            while len(head := stream.read(9)) == 9:
                stream.read(int.from_bytes(head[:3], "big"))
                if head[3] in (0, 1) and head[4] & 1:
                    reply = bytes([0, 0, 1, 1, 4]) + head[5:] + b"\x88"
                    connection.sendall(reply + bytes([0, 0, 2, 0, 1]) + head[5:] + b"ok")
        except OSError:
            pass

    def serve():
        while True:
            threading.Thread(target=talk, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


answer = b"HTTP/1.1 200 OK\r\n\r\nto the end"
ports = {"good": echo(context()), "mutual": echo(mutual()), "ended": raw(answer, True), "cut": raw(answer, False)}
ports["h2"] = h2()
try:
    ports["old"] = echo(context(old=True))
except (ssl.SSLError, ValueError):
    pass
print(json.dumps(ports), flush=True)
sys.stdin.read()
shutil.rmtree(os.path.dirname(certificate))

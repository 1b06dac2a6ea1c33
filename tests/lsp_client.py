"""A client of the language server over stdio: a process, and JSON-RPC with its headers, written out by hand."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from queue import Empty, Queue
from typing import Any

LIMIT = 300.0  # seconds; a slow machine is not a wrong answer


class Client:
    """Talks to one server. Notifications are kept until they are waited for."""

    def __init__(self, root: Path, **options: Any) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "verifier", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.queue: Queue[dict[str, Any] | None] = Queue()
        self.notes: list[dict[str, Any]] = []
        self.number = 0
        threading.Thread(target=self._read, daemon=True).start()
        capabilities = options.pop("capabilities", {})
        self.started = self.ask(
            "initialize", processId=None, rootUri=root.as_uri(), capabilities=capabilities, initializationOptions=options
        )
        self.tell("initialized")

    def _read(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            size = 0
            while (line := out.readline().strip()) != b"":
                if line.lower().startswith(b"content-length:"):
                    size = int(line.split(b":")[1])
            if not size:
                self.queue.put(None)
                return
            self.queue.put(json.loads(out.read(size)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        try:
            found = self.queue.get(timeout=LIMIT)
        except Empty:
            raise AssertionError("the server does not answer") from None
        assert found is not None, "the server has gone"
        return found

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def answer(self, method: str, **params: Any) -> dict[str, Any]:
        """The whole answer to a question: with `result` or with `error`."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self.number:
                return message
            self.notes.append(message)

    def ask(self, method: str, **params: Any) -> Any:
        found = self.answer(method, **params)
        assert "error" not in found, found
        return found["result"]

    def at(self, method: str, uri: str, line: int, column: int, **more: Any) -> Any:
        position = {"line": line, "character": column}
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, position=position, **more)

    def open(self, uri: str, text: str) -> None:
        document = {"uri": uri, "languageId": "rules", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)

    def change(self, uri: str, text: str, version: int) -> None:
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def diagnostics(self, uri: str, wanted: Callable[[list[Any]], bool] = lambda found: True) -> list[Any]:
        """The next diagnostics of a document that are as wanted."""
        while True:
            message = self.notes.pop(0) if self.notes else self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                found: list[Any] = message["params"]["diagnostics"]
                if wanted(found):
                    return found

    def close(self) -> int:
        self.ask("shutdown")
        self.tell("exit")
        return self.process.wait(LIMIT)

"""Run every example of the page in Chromium, from files of this machine only."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

#: What the examples have to say, in their order.
EXPECTED = (
    "PROVED", "REFUTED", "VERIFIED", "{'x': -phidot*ydot, 'y': phidot*xdot, 'phi': 0}",
    "Equations of motion",
)  # fmt: skip
#: What is not there, and what is said then.
BAD, SAID = "import numpy", "numpy is not in this page"
LOADED = "() => /ready|could not/.test(document.getElementById('state').textContent)"


class Quiet(SimpleHTTPRequestHandler):
    """A server that does not log."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


def main() -> None:
    """Open the page, run the examples; exit 1 if one of them says something else."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser")
    parser.add_argument("--picture", type=Path, help="write what is seen at the end")
    given = parser.parse_args()
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(given.folder.resolve()))
    )
    Thread(target=server.serve_forever, daemon=True).start()
    own = f"http://127.0.0.1:{server.server_port}/"
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 900, "height": 1200})
        foreign: list[str] = []
        page.on("request", lambda r: None if r.url.startswith(own) else foreign.append(r.url))
        page.goto(own)
        page.wait_for_function(
            "() => /ready|could not/.test(document.getElementById('state').textContent)",
            timeout=300_000,
        )
        print(page.locator("#state").inner_text())
        for k, words in enumerate(EXPECTED):
            section = page.locator("section").nth(k)
            section.locator("button").click()
            section.locator("pre[data-done=yes]").wait_for(timeout=300_000)
            shown, time = section.locator("pre").inner_text(), section.locator("small").inner_text()
            print(f"{section.locator('h2').inner_text()}:{time}")
            if words not in shown:
                wrong += 1
                print(f"  {words!r} is missing in {shown!r}")
        section.locator("textarea").fill(BAD)
        section.locator("button").click()
        section.locator("pre[data-done=yes]").wait_for(timeout=60_000)
        wrong += SAID not in section.locator("pre").inner_text()
        if given.picture is not None:
            page.screenshot(path=str(given.picture), full_page=True)
        if foreign:
            wrong += 1
            print("asked elsewhere:", *foreign)
        browser.close()
    server.shutdown()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

"""Look at every page in Chromium: ``make look`` after ``make docs``.

Each page is opened at the width of a desk (light) and of a telephone (dark); it fails if a page
is wider than its window, if something leaves its column without a scroll bar, if MathJax or a
script reports an error, or if a link inside of the documentation is dead. Pictures of the first
screens are written for people.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

from playwright.sync_api import Page, sync_playwright

SIZES = {"desk": (1280, 900), "telephone": (390, 844)}

#: What is wrong on the page that is shown, as a list of lines.
FAULTS = """() => {
  const found = [], width = document.documentElement.clientWidth;
  const whole = document.documentElement.scrollWidth;
  if (whole > width + 1) found.push(`the page is ${whole} wide in a window of ${width}`);
  const text = e => e.textContent.replace(/\\s+/g, ' ').trim().slice(0, 60);
  const scrolls = e => ['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX);
  const column = document.querySelector('article') || document.body;
  const edge = column.getBoundingClientRect().right + 2;
  for (const e of column.querySelectorAll('mjx-container, table, pre, img, p, li')) {
    const box = e.getBoundingClientRect();
    let up = e;
    while (up && up !== column && !scrolls(up)) up = up.parentElement;
    if (box.width && box.right > edge && up === column)
      found.push(`${e.tagName} leaves the column: ${text(e)}`);
  }
  for (const e of document.querySelectorAll('mjx-merror'))
    found.push(`a formula that cannot be read: ${text(e)}`);
  return found;
}"""
LINKS = "() => [...document.querySelectorAll('article a[href]')].map(a => a.href)"


def dead(page: Page, root: Path) -> list[str]:
    """Links to files that do not exist."""
    prefix = root.as_uri() + "/"
    found = []
    for link in set(page.evaluate(LINKS)):
        place, _ = urldefrag(link)
        if place.startswith(prefix) and not (root / unquote(place[len(prefix) :])).exists():
            found.append(f"a dead link: {place[len(prefix) :]}")
    return found


def main() -> None:
    """Look at the pages; exit 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("html", type=Path, help="the folder of the built documentation")
    parser.add_argument("--pictures", type=Path, help="write the first screens to this folder")
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser")
    given = parser.parse_args()
    root = given.html.resolve()
    pages = sorted(p for p in root.rglob("*.html") if "_modules" not in p.parts)
    wrong = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        for name, (width, height) in SIZES.items():
            scheme = "dark" if name == "telephone" else "light"
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=scheme
            )
            page = context.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error, errors=errors: errors.append(str(error)))
            for path in pages:
                errors.clear()
                page.goto(path.as_uri())
                page.evaluate("() => window.MathJax?.startup?.promise.then(() => 0)")
                page.wait_for_timeout(200)
                shown = path.relative_to(root)
                faults = [*page.evaluate(FAULTS), *errors, *dead(page, root)]
                for fault in faults:
                    print(f"{shown} ({name}): {fault}")
                wrong += len(faults)
                if given.pictures is not None:
                    given.pictures.mkdir(parents=True, exist_ok=True)
                    picture = f"{name}-{'-'.join(shown.with_suffix('').parts)}.png"
                    page.screenshot(path=str(given.pictures / picture))
        browser.close()
    print(f"{len(pages)} pages in {len(SIZES)} sizes: {wrong} faults")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()

/* Python of one tab: Pyodide with the wheels beside it; one example after another. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PRELUDE = `
import ast, contextlib, io, sys, traceback

def run_and_show(source):
    """What the lines print, and the value of the last one, as text."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        try:
            tree = ast.parse(source)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, "<example>", "exec"), names)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), "<example>", "eval"), names)
                if value is not None:
                    print(value if hasattr(value, "status") else repr(value))
        except ModuleNotFoundError as error:
            print(f"{error.name} is not in this page: what needs it (numbers, plots, decisions over the "
                  "reals) runs where the library is installed")
        except SystemExit:
            pass
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return shown.getvalue()

names = {"__name__": "__main__"}
`;

const ready = (async () => {
  const python = await loadPyodide({ indexURL: "pyodide/" });
  const wheels = await (await fetch("wheels.json")).json();
  for (const [place, wheel] of wheels.entries()) {
    postMessage({ state: `loading ${wheel.split("-")[0]} (${place + 1} of ${wheels.length})` });
    const found = await fetch(`wheels/${wheel}`);
    if (!found.ok) throw new Error(`${wheel} was not found`);
    python.unpackArchive(await found.arrayBuffer(), "wheel");
  }
  python.runPython(PRELUDE);
  postMessage({ state: "ready" });
  return python;
})();
ready.catch((error) => postMessage({ state: `Python could not be loaded: ${error.message}` }));

onmessage = async ({ data }) => {
  const python = await ready;
  const begin = performance.now();
  python.globals.set("source", data.source);
  const text = python.runPython("run_and_show(source)");
  postMessage({ id: data.id, text, seconds: (performance.now() - begin) / 1000 });
};

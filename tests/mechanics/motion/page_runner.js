// Runs the script of an animation's page on a canvas that counts what is drawn.
const fs = require("fs");
const text = fs.readFileSync(process.argv[2], "utf8");
const script = /<script>([\s\S]*)<\/script>/.exec(text)[1];
const calls = {};
const pen = new Proxy({}, {
  get: (_, name) => (...given) => {
    if (given.some(x => typeof x === "number" && !Number.isFinite(x))) throw new Error(`${name} ${given}`);
    calls[name] = (calls[name] || 0) + 1;
  },
  set: () => true,
});
const things = {};
const document = {
  querySelector: s => things[s] ||= s === "canvas"
    ? {width: 1800, height: 1150, getContext: () => pen} : {value: s === "#speed" ? "1" : "0", checked: true},
};
let frames = 0, next = null;
const requestAnimationFrame = f => { next = f; };
new Function("document", "requestAnimationFrame", script)(document, requestAnimationFrame);
while (frames < 400) { const f = next; f(frames * 40); frames += 1; }
things["#play"].onclick();
things["#at"].oninput({target: {value: 500}});
console.log(JSON.stringify({calls, time: things.output.value, play: things["#play"].textContent}));

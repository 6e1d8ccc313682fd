/* ---- Running the command -------------------------------------------------- */

const MEMORY = "2G"; /* what the command may take: half of what a module can have */
let compiled = null;

/* The module is kept packed in the page; it is unpacked and compiled once. */
function parotModule() {
  if (!compiled) {
    const packed = Uint8Array.from(atob(document.getElementById("module").textContent), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    compiled = new Response(stream).arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  }
  return compiled;
}

const workerAddress = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));

class Stopped extends Error {}

/* One run: { promise, stop }. */
function startRun(argv, files, hear) {
  const worker = new Worker(workerAddress);
  let giveUp = null;
  const promise = new Promise((resolve, reject) => {
    giveUp = () => reject(new Stopped("Stopped."));
    worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) return hear(data.progress);
      worker.terminate();
      if (data.answer) resolve(data.answer);
      else reject(new Error(data.failure));
    };
    worker.onerror = (event) => reject(new Error(event.message || "The page could not start a worker."));
    parotModule().then((module) => worker.postMessage({ module, argv, files, memory: MEMORY }), reject);
  });
  return { promise, stop: () => { worker.terminate(); giveUp(); } };
}

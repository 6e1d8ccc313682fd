/* worker.js - one run of the command, away from the page. It is ended to stop it. */
self.onmessage = async ({ data }) => {
  const hear = (text) => {
    const line = text.split("\r\u001b[K").pop();
    if (line && !line.includes("\n")) self.postMessage({ progress: line.replace(/ \(Ctrl-C[^)]*\)| \(stopping\)/, "") });
  };
  try {
    const answer = await parotWasi.run(data.module, ["parot", ...data.argv], data.files,
      { environment: { PAROT_MEMORY: data.memory }, onStderr: hear });
    answer.stderr = answer.stderr.replace(/\r\u001b\[K[^\r\n]*(?=\r\u001b\[K)/g, "").replace(/\r\u001b\[K/g, "");
    self.postMessage({ answer });
  } catch (reason) {
    self.postMessage({ failure: reason instanceof WebAssembly.RuntimeError ? "The run broke off: " + reason.message + ". Fewer rows need less memory." : String(reason) });
  }
};

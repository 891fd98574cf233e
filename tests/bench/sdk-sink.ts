/** Where traces go while they are timed: a server in a worker, so that it costs the app no time of its own. */
import { Worker } from "node:worker_threads";

const SERVER = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:http").createServer((request, response) => {
    request.on("data", ({ length }) => parentPort.postMessage(length)).on("end", () =>
      response.writeHead(202, { "Content-Type": "application/json" })
        .end('{"accepted":1,"duplicates":0,"rejected":[]}'));
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
`;

export interface Sink {
  readonly url: string;
  /** Bytes of all bodies so far, as they were sent. */
  received(): number;
}

/** It ends with the process. */
export async function startSink(): Promise<Sink> {
  const worker = new Worker(SERVER, { eval: true });
  const { port } = await new Promise<{ port: number }>((resolve) =>
    worker.once("message", resolve),
  );
  let received = 0;
  worker.on("message", (bytes: number) => {
    received += bytes;
  });
  return { url: `http://127.0.0.1:${port}`, received: () => received };
}

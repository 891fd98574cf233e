/**
 * An app in a separate process: `sdk-app.ts traced|untraced FAULT REQUESTS`. It handles requests at
 * a steady rate, with three steps each, and prints the time of each request. The failing service
 * runs in a worker thread, so that it does not slow the app's event loop.
 */
import { Worker } from "node:worker_threads";
import { MemTrace } from "../../../sdk/src/index.ts";
import type { AppAnswer } from "./sdk-latency.ts";

const [mode = "", fault = "", requests = ""] = process.argv.slice(2);
/** Time between the starts of two requests. */
const PACE_MS = 2;
const WARM_UP = 200;

const SERVICE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const server = require("node:http").createServer((request, response) => {
    request.resume().on("end", () => {
      if (workerData === "hangs") return;
      if (workerData === "resets" || workerData === "loses the answer") return request.socket.resetAndDestroy();
      response.writeHead(workerData === "answers 429" ? 429 : 500, { "Retry-After": "1" }).end();
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    if (workerData === "is away") server.close();
    parentPort.postMessage(port);
  });
`;

const service = new Worker(SERVICE, { eval: true, workerData: fault });
const port = await new Promise<number>((resolve) => service.once("message", resolve));
const memtrace = new MemTrace({
  ...{ apiKey: "k", url: `http://127.0.0.1:${port}`, onError: () => undefined },
});
memtrace.enabled = mode === "traced";

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
const extract = memtrace.operation("extract", async (message: string) => {
  await pause();
  return [`a fact out of ${message}`];
});
const search = memtrace.operation("search", async (question: string) => {
  await pause();
  return [`something about ${question}`];
});
const answer = memtrace.operation("answer", async (question: string, facts: string[]) => {
  await pause();
  return `${question}: ${facts.join(", ")}`;
});

const latencies: number[] = [];
async function handle(number: number): Promise<void> {
  const started = performance.now();
  await memtrace.graph(`user-${number % 50}`, async () => {
    const message = `message no. ${number}, ${"which is as long as messages are. ".repeat(8)}`;
    const facts = await extract(message);
    await answer(message, [...facts, ...(await search(message))]);
  });
  if (number >= WARM_UP) latencies.push(performance.now() - started);
}

const total = Number(requests) + WARM_UP;
const running: Promise<void>[] = [];
for (let number = 0; number < total; number++) {
  running.push(handle(number));
  await new Promise((resolve) => setTimeout(resolve, PACE_MS));
}
await Promise.all(running);
const result: AppAnswer = { latencies, handled: running.length };
process.stdout.write(JSON.stringify(result), () => process.exit(0));

/**
 * The server that receives the traces of a measurement. It has its own process, so that its work is
 * not counted.
 */
import { spawn } from "node:child_process";

const SERVER = `
  let received = 0;
  const server = require("node:http").createServer((request, response) => {
    request.on("data", ({ length }) => { received += length; }).on("end", () =>
      response.writeHead(202, { "Content-Type": "application/json" })
        .end('{"accepted":1,"duplicates":0,"rejected":[]}'));
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("message", () => process.send(received)).on("disconnect", () => process.exit());
`;

export interface Sink {
  readonly url: string;
  /** Returns the total size of all bodies so far, in the form in which they were sent. */
  received(): Promise<number>;
  stop(): void;
}

/** Starts the server. It ends with this process, or when it is stopped. */
export async function startSink(): Promise<Sink> {
  const server = spawn(process.execPath, ["--eval", SERVER], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const told = () => new Promise<number>((resolve) => server.once("message", resolve));
  const port = await told();
  const received = () => {
    server.send("received");
    return told();
  };
  return { url: `http://127.0.0.1:${port}`, received, stop: () => server.disconnect() };
}

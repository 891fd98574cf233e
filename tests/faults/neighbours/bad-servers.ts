/**
 * Servers that accept a request and never finish the answer; used as webhook receivers and as
 * models.
 */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import type { Service } from "./scenario.ts";

const DRIP_MS = 1_000;

/** Accepts connections and sends nothing. */
export const hanging = (service: Service) => serve(service, () => undefined);

/** Sends the headers of an answer byte by byte, but never all of them. */
export const dripping = (service: Service) =>
  serve(service, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-drip: ");
    const timer = setInterval(() => socket.write("."), DRIP_MS);
    socket.on("close", () => clearInterval(timer));
  });

/** Redirects every request to the same address. */
export const circling = (service: Service) =>
  serve(service, (socket) => {
    const answer = "HTTP/1.1 307 Again\r\nlocation: /again\r\ncontent-length: 0\r\n";
    socket.end(`${answer}connection: close\r\n\r\n`);
  });

/** Streams a model's answer without end, one part per second. */
export const endlessModel = (service: Service) =>
  serve(service, (socket) => {
    const head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
    socket.write(`${head}connection: close\r\n\r\n`);
    const part = { choices: [{ index: 0, delta: { content: "and " }, finish_reason: null }] };
    const timer = setInterval(() => socket.write(`data: ${JSON.stringify(part)}\n\n`), DRIP_MS);
    socket.on("close", () => clearInterval(timer));
  });

/**
 * Starts a server.
 * @param answer called once for each connection, when its first bytes have come
 */
async function serve(service: Service, answer: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  service.atEnd(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

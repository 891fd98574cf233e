/**
 * Starts a scripted chat or paging service over HTTP on this machine, in place of the real service.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/**
 * Starts the service.
 * @param answer decides from the body, as the documentation of the real service says
 */
export async function scriptedService(answer: (body: string) => ServiceAnswer) {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ method: request.method, headers: request.headers, body });
    const { status, headers = {}, body: words = "" } = answer(body);
    response.writeHead(status, { "x-scripted": "true", ...headers }).end(words);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** An HTTP service whose answers are a script: it speaks the API of a memory service, as JSON. */

import { createServer } from "node:http";
import { listen } from "../../../src/local/listen.ts";

export interface Asked {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: what the client sends, which the script knows
  readonly body: Record<string, any>;
}

export interface ScriptedService {
  readonly url: string;
  close(): Promise<void>;
}

/** The script gives what is answered as JSON; `undefined` is answered with 404. */
export async function startScriptedService(
  script: (asked: Asked) => unknown,
): Promise<ScriptedService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://service");
    const body = text ? JSON.parse(text) : {};
    const answer = script({ method: request.method ?? "GET", path, query, body });
    response
      .writeHead(answer === undefined ? 404 : 200, { "Content-Type": "application/json" })
      .end(JSON.stringify(answer ?? { message: "not found" }));
  });
  const { url, close } = await listen(server);
  return {
    url,
    close,
  };
}

/** An HTTP server that answers with scripted JSON, for the API of a memory service. */

import { createServer } from "node:http";
import { listen } from "../../../src/local/listen.ts";

export interface Asked {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: what the client sends, which the script knows
  readonly body: Record<string, any>;
}

export interface ScriptedService {
  readonly url: string;
  close(): Promise<void>;
}

/** The script returns the JSON to answer with. If it returns undefined, the server answers 404. */
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

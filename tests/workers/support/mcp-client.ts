/**
 * Sends requests to the Worker's MCP server, with the official MCP client and as plain JSON-RPC.
 */
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { ORIGIN } from "../../tenancy/support/browser.ts";
import { send } from "./tenants.ts";

export interface McpAgent {
  readonly client: Client;
  /** Calls a tool. Returns its result, and whether the result is an error. */
  call(name: string, given?: Record<string, unknown>): Promise<{ isError: boolean; text: string }>;
  /** Calls a tool that must not fail. Returns its result. */
  answer<T = Record<string, unknown>>(name: string, given?: Record<string, unknown>): Promise<T>;
}

export async function mcpAgent(key: string, options?: ClientOptions): Promise<McpAgent> {
  const client = new Client({ name: "tests", version: "1" }, options);
  const transport = new StreamableHTTPClientTransport(new URL(`${ORIGIN}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (url, init) => send(new URL(url).pathname, init),
  });
  await client.connect(transport);
  const call: McpAgent["call"] = async (name, given = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content;
    return { isError: isError === true, text: first?.type === "text" ? first.text : "" };
  };
  return {
    ...{ client, call },
    answer: async (name, given) => {
      const { isError, text } = await call(name, given);
      if (isError) throw new Error(`${name}: ${text}`);
      return JSON.parse(text);
    },
  };
}

/** Sends a body without a session, as clients of any version do. */
export function postMcp(key: string | undefined, body: unknown, headers: HeadersInit = {}) {
  return send("/mcp", {
    method: "POST",
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Reads the messages of an answer, which is one JSON body or an event stream. */
export async function messagesOf(
  answer: Response,
): Promise<{ id: unknown; [field: string]: unknown }[]> {
  const text = await answer.text();
  if (answer.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    return [JSON.parse(text)].flat();
  }
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line.length > "data: ".length)
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

/**
 * An OpenAI-compatible server with a scripted model. It supports chat completions (whole or
 * streamed), tool calls, and embeddings that count words.
 */

import { createServer } from "node:http";
import { listen } from "../../../src/local/listen.ts";

/** The model's output: a text or a tool call. */
export type Said = string | { readonly tool: string; readonly args: object };

export interface Message {
  readonly role: string;
  readonly content?: unknown;
}

export interface ScriptedOpenAI {
  readonly url: string;
  /** The messages of every chat request so far. */
  readonly asked: (readonly Message[])[];
  close(): Promise<void>;
}

export const DIMENSIONS = 64;

/**
 * `answer` returns the model's output for the messages. If it returns undefined, the server refuses
 * the request. It also refuses texts that it cannot embed.
 */
export async function startScriptedOpenAI(
  answer: (messages: readonly Message[]) => Said | undefined,
  canEmbed: (text: string) => boolean = () => true,
): Promise<ScriptedOpenAI> {
  const asked: (readonly Message[])[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const send = (status: number, value: object) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
    const refuse = () => send(400, { error: { message: "the script refuses" } });
    if (request.url?.endsWith("/embeddings")) {
      const texts: string[] = [body.input].flat();
      return texts.every(canEmbed) ? send(200, embeddingsOf(texts)) : refuse();
    }
    asked.push(body.messages);
    const said = answer(body.messages);
    if (said === undefined) return refuse();
    const call = typeof said === "string" ? undefined : callOf(said, asked.length);
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const head = { id: `chat-${asked.length}`, created: 1, model: "scripted" };
    const finish_reason = call ? "tool_calls" : "stop";
    if (body.stream !== true) {
      const message = {
        role: "assistant",
        content: call ? null : said,
        tool_calls: call && [call],
      };
      const choices = [{ index: 0, message, finish_reason }];
      return send(200, { ...head, object: "chat.completion", choices, usage });
    }
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    const write = (delta: object, more: object = {}) => {
      const choices = [{ index: 0, delta, ...more }];
      const chunk = { ...head, object: "chat.completion.chunk", choices };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    };
    if (call) write({ role: "assistant", tool_calls: [{ index: 0, ...call }] });
    else for (const content of String(said).split(/(?<= )/)) write({ role: "assistant", content });
    write({}, { finish_reason });
    return response.end("data: [DONE]\n\n");
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/v1`,
    asked,
    close,
  };
}

/** The text of a message, with its parts joined. */
export function textOf(message: Message | undefined): string {
  const { content } = message ?? {};
  if (typeof content === "string") return content;
  return [content ?? []]
    .flat()
    .map((part: { text?: string }) => part.text ?? "")
    .join("\n");
}

function callOf({ tool, args }: Exclude<Said, string>, number: number) {
  return {
    id: `call-of-${tool}-${number}`,
    type: "function",
    function: { name: tool, arguments: JSON.stringify(args) },
  };
}

function embeddingsOf(texts: readonly string[]) {
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: bag(text) }));
  return { object: "list", data, model: "words", usage: { prompt_tokens: 1, total_tokens: 1 } };
}

/** Counts the text's words. The letters of a word decide the index of its counter. */
function bag(text: string): number[] {
  const counts = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\w+/g) ?? ["-"]) {
    const place = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
    counts[place % DIMENSIONS] = (counts[place % DIMENSIONS] ?? 0) + 1;
  }
  return counts;
}

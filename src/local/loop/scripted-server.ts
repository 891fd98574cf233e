/**
 * Starts an OpenAI-compatible server with a script instead of a model. The script follows the
 * example agent's prompts, and answers the service's optimiser by rules.
 */

import { createServer } from "node:http";
import * as z from "zod";
import { listen } from "../listen.ts";
import { agentAnswer } from "./agent-answers.ts";
import { optimizerAnswer } from "./optimizer-answers.ts";

export interface Usage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export function added(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

export interface ScriptedServer {
  readonly url: string;
  /** Returns the calls and tokens of the agent with this key. */
  usage(key: string): Usage;
  /** Questions that the script could not answer. */
  readonly unanswered: readonly string[];
  close(): Promise<void>;
}

const Chat = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullable().default("") })),
});
type Chat = z.infer<typeof Chat>;

const MAX_KEPT_QUESTIONS = 20;
const CHARS_PER_TOKEN = 4;

export async function startScriptedServer(): Promise<ScriptedServer> {
  const usages = new Map<string, Usage>();
  const unanswered: string[] = [];
  const usageOf = (key: string): Usage =>
    usages.get(key) ?? { calls: 0, inputTokens: 0, outputTokens: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const refuse = (message: string) => {
      if (unanswered.length < MAX_KEPT_QUESTIONS) unanswered.push(message);
      response.writeHead(400, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: { message } }));
    };
    const chat = Chat.safeParse(json(Buffer.concat(chunks).toString("utf8")));
    if (!chat.success) return refuse("This is not a chat request.");
    const said = answerTo(chat.data);
    if (said === undefined) {
      return refuse(`The script has no answer to: ${JSON.stringify(chat.data).slice(0, 300)}`);
    }
    const inputTokens = tokens(chat.data.messages.map(({ content }) => content ?? "").join(""));
    const outputTokens = tokens(said.text);
    if (said.isOfAgent) {
      const key = (request.headers.authorization ?? "").replace("Bearer ", "");
      usages.set(key, added(usageOf(key), { calls: 1, inputTokens, outputTokens }));
    }
    const body = completion(chat.data, said.text, { inputTokens, outputTokens });
    response.writeHead(200, {
      "Content-Type": chat.data.stream ? "text/event-stream" : "application/json",
    });
    response.end(chat.data.stream ? `data: ${body}\n\ndata: [DONE]\n\n` : body);
  });
  const { url, close } = await listen(server);
  return {
    url: `${url}/v1`,
    usage: usageOf,
    unanswered,
    close,
  };
}

function answerTo({ messages }: Chat): { isOfAgent: boolean; text: string } | undefined {
  const [system, user] = messages;
  const data = user?.content ?? "";
  const forAgent = agentAnswer(system?.content ?? "", data);
  if (forAgent !== undefined) return { isOfAgent: true, text: forAgent };
  const forOptimizer = optimizerAnswer(json(data));
  return forOptimizer === undefined
    ? undefined
    : { isOfAgent: false, text: JSON.stringify(forOptimizer) };
}

function completion(
  { model, stream }: Chat,
  text: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): string {
  const said = { role: "assistant", content: text };
  return JSON.stringify({
    id: "scripted",
    created: 1,
    model,
    object: stream ? "chat.completion.chunk" : "chat.completion",
    choices: [{ index: 0, [stream ? "delta" : "message"]: said, finish_reason: "stop" }],
    usage: {
      prompt_tokens: inputTokens,
      completion_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  });
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

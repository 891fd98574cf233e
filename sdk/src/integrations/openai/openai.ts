/** `@memtrace/sdk/openai`: traces the calls of an OpenAI client. */
import type { MemTrace } from "../../core/client.ts";
import { encode, isObject } from "../../core/encode.ts";
import type { AnyFunction, CallTrace } from "../../core/trace-function.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import { replaceMethod } from "../instrument.ts";
import { systemPrompt } from "../system-prompt.ts";
import { tokenUsage } from "../token-usage.ts";
import { watchAnswer, watchStream } from "../watched-answer.ts";

/** The fields that this integration reads from requests, answers and stream pieces. */
interface OpenAIFields {
  model?: unknown;
  role?: unknown;
  instructions?: unknown;
  input?: unknown;
  messages?: unknown;
  stream?: unknown;
  content?: unknown;
  text?: unknown;
  delta?: unknown;
  choices?: { message?: OpenAIFields; delta?: OpenAIFields }[];
  output_text?: unknown;
  tool_calls?: unknown;
  output?: unknown;
  usage?: unknown;
  response?: OpenAIFields;
}

type Create = (body: OpenAIFields, options?: unknown) => PromiseLike<OpenAIFields>;

/**
 * Traces `chat.completions.create` and `responses.create` of the client, in place. Also traces
 * `parse`, `stream`, `runTools` and clients from `withOptions`. Each prompt message is an input of
 * the operation. If a variable with the text of the message is already recorded, this variable is
 * the input. The result is the answer's text. A stream's text is recorded when the stream ends.
 */
export function observeOpenAI<T extends object>(memtrace: MemTrace, client: T): T {
  const replace = (path: string, wrap: (method: AnyFunction) => AnyFunction, call = true) =>
    replaceMethod(memtrace, client, path, wrap, call);
  const wrap = (name: string) => (method: AnyFunction) => traceCreate(memtrace, name, method);
  replace("chat.completions.create", wrap("chat"));
  if ("responses" in client) replace("responses.create", wrap("respond"));
  if ("withOptions" in client)
    replace("withOptions", (method) => traceWithOptions(memtrace, method), false);
  return client;
}

function traceWithOptions(memtrace: MemTrace, method: AnyFunction): AnyFunction {
  return function withOptions(this: unknown, ...args: unknown[]) {
    return observeOpenAI(memtrace, Object(Reflect.apply(method, this, args)));
  } as AnyFunction;
}

function traceCreate(memtrace: MemTrace, name: string, method: AnyFunction): AnyFunction {
  return function create(this: unknown, ...args: Parameters<Create>) {
    const [body] = args;
    const send = () => Reflect.apply(method as Create, this, args);
    // Can be extended until the call ends, for example with token counts.
    const metadata: Record<string, unknown> = { model: body?.model };
    const call = tryOrUndefined(() => begin(memtrace, name, body, metadata));
    if (!call) return send();
    const count = (usage: unknown) => {
      metadata.usage = tokenUsage(usage) ?? metadata.usage;
    };
    return watchAnswer(call, send, (answer) => {
      if (!body.stream) {
        count(Object(answer).usage);
        call.end(answer);
        return;
      }
      watchStream(answer, call, (pieces) => {
        for (const { usage, response } of pieces as OpenAIFields[]) count(usage ?? response?.usage);
        return streamedText(pieces);
      });
    });
  } as AnyFunction;
}

function begin(
  memtrace: MemTrace,
  name: string,
  body: OpenAIFields,
  metadata: Record<string, unknown>,
): CallTrace | undefined {
  if (!memtrace.enabled) return undefined;
  const instructions = [body.instructions].flatMap(textsOf);
  const messages = [body.input ?? body.messages].flat();
  const isSystem = (message: unknown) =>
    isObject(message) && /system|developer/.test(String((message as OpenAIFields).role));
  const prompt = [
    // Every call sends the system prompt again. Record it outside the running operation, which did
    // not make the prompt.
    ...[...instructions, ...messages.filter(isSystem).flatMap(textsOf)].map((text) =>
      systemPrompt(memtrace, text),
    ),
    ...messages.filter((message) => !isSystem(message)).flatMap(textsOf),
  ];
  const options = {
    ...{ name, category: "generation", metadata },
    input: { category: "prompt" },
    output: (said: unknown) => ({ value: textOf(said), category: "llm_response" }),
  };
  return memtrace.begin(options, [prompt]);
}

function streamedText(pieces: readonly unknown[]): string {
  return pieces
    .map((piece) => {
      const { choices, delta } = piece as OpenAIFields;
      const said = choices?.[0]?.delta?.content ?? delta;
      return typeof said === "string" ? said : "";
    })
    .join("");
}

function textsOf(message: unknown): string[] {
  if (typeof message === "string") return [message];
  if (!isObject(message)) return [];
  const { content, text, output, tool_calls: calls } = message as OpenAIFields;
  const parts = [content ?? text ?? output ?? []].flat().flatMap(textsOf);
  return calls ? [...parts, encode(calls)] : parts;
}

/** Returns the answer's text, or its tool calls if it has no text. */
function textOf(answer: unknown): string {
  if (!isObject(answer)) return encode(answer);
  const { choices, output_text: said, output } = answer as OpenAIFields;
  const { content, tool_calls: calls } = choices?.[0]?.message ?? {};
  const texts = [output].flat().flatMap(textsOf).join("\n");
  return encode(said || content || calls || texts || output || answer);
}

import type { OpenAI } from "openai";
import type { ToolCall } from "../protocol/model.ts";
import type { Used } from "./fault.ts";

export interface EndpointAnswer {
  readonly ok: true;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Part = Pick<OpenAI.ChatCompletionChunk, "usage"> & {
  readonly choices?: readonly Pick<OpenAI.ChatCompletionChunk.Choice, "delta" | "finish_reason">[];
};

/** Estimate for endpoints that report no token count. */
const CHARS_PER_TOKEN = 4;
/** An answer with more characters is treated as one that would never end. */
const MAX_ANSWER_CHARS = 400_000;
/**
 * Maximum bytes of a response in JSON. It contains the answer and other fields, and one character
 * can take several bytes.
 */
const MAX_BODY_BYTES = 4 * MAX_ANSWER_CHARS;
/**
 * Maximum bytes of a streamed answer. With each token, a stream repeats some other fields, so it is
 * much longer than the answer in it.
 */
const MAX_STREAM_BYTES = 40 * MAX_ANSWER_CHARS;
/** Maximum tool calls of one answer. A request offers only about a dozen tools. */
const MAX_CALLS = 200;

export const ANSWER_BOUNDS = {
  ...{ wholeBytes: MAX_BODY_BYTES, streamBytes: MAX_STREAM_BYTES, lineBytes: MAX_BODY_BYTES },
};

/** @throws Error if the answer is too long to be valid */
export function checkSize(chars: number, calls: number): void {
  if (chars > MAX_ANSWER_CHARS || calls > MAX_CALLS) throw new Error("the answer does not end");
}

export class AnswerParts {
  #text = "";
  #finished: string | undefined;
  #usage: OpenAI.CompletionUsage | undefined;
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();
  /** Number of characters so far, in the answer's text and in its tool calls. */
  #length = 0;

  /** Throws if the answer is too long. */
  add(part: Part): void {
    this.#usage = part.usage ?? this.#usage;
    const choice = part.choices?.[0];
    if (choice === undefined) return;
    this.#finished = choice.finish_reason ?? this.#finished;
    const text = choice.delta?.content ?? "";
    this.#text += text;
    this.#length += text.length;
    for (const piece of choice.delta?.tool_calls ?? []) {
      const call = this.#calls.get(piece.index) ?? { id: "", name: "", arguments: "" };
      this.#calls.set(piece.index, call);
      const before = charsOf(call);
      call.id ||= piece.id ?? "";
      call.name ||= piece.function?.name ?? "";
      call.arguments += piece.function?.arguments ?? "";
      this.#length += charsOf(call) - before;
      checkSize(this.#length, this.#calls.size);
    }
    checkSize(this.#length, this.#calls.size);
  }

  /** Throws if the parts ended before the answer was complete. */
  answer(asked: readonly unknown[]): EndpointAnswer {
    if (this.#finished === undefined) throw new Error("the answer broke off");
    const calls = [...this.#calls.entries()]
      .filter(([, call]) => call.name !== "")
      .map(([index, call]) => ({ ...call, id: call.id || `call_${index}` }));
    return { ok: true, text: this.#text, calls, ...this.used(asked) };
  }

  /** Returns the tokens so far: the endpoint's count, or an estimate if the endpoint gave none. */
  used(asked: readonly unknown[]): Used {
    return {
      inputTokens: this.#usage?.prompt_tokens ?? estimate(JSON.stringify(asked).length),
      outputTokens: this.#usage?.completion_tokens ?? estimate(this.#length),
    };
  }
}

function charsOf(call: ToolCall): number {
  return call.id.length + call.name.length + call.arguments.length;
}

/** Yields the answer of an endpoint that does not stream. The whole answer is one part. */
export async function* onlyPart(response: Response): AsyncGenerator<Part> {
  const { choices, usage }: Partial<OpenAI.ChatCompletion> = JSON.parse(await response.text());
  yield {
    ...(usage === undefined ? {} : { usage }),
    choices: (choices ?? []).map(({ finish_reason, message }) => ({
      finish_reason,
      delta: {
        content: message.content,
        tool_calls: (message.tool_calls ?? []).map((call, index) => ({
          index,
          id: call.id,
          ...("function" in call ? { function: call.function } : {}),
        })),
      },
    })),
  };
}

export function estimate(characters: number): number {
  return Math.ceil(characters / CHARS_PER_TOKEN);
}

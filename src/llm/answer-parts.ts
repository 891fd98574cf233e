/** Joins the parts of an endpoint's answer. */
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

/** The fields that we read of a chunk. */
type Part = Pick<OpenAI.ChatCompletionChunk, "usage"> & {
  readonly choices?: readonly Pick<OpenAI.ChatCompletionChunk.Choice, "delta" | "finish_reason">[];
};

/** Characters per token, if the endpoint reports no count. */
const CHARS_PER_TOKEN = 4;
/** A longer answer cannot be valid here. */
const MAX_ANSWER_CHARS = 400_000;
/** The same limit for a JSON response with its other fields. */
const MAX_BODY_BYTES = 4 * MAX_ANSWER_CHARS;

export class AnswerParts {
  #text = "";
  #finished: string | undefined;
  #usage: OpenAI.CompletionUsage | undefined;
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();

  get #length(): number {
    return [...this.#calls.values()].reduce((n, c) => n + c.arguments.length, this.#text.length);
  }

  /** Throws if the answer does not end. */
  add(part: Part): void {
    this.#usage = part.usage ?? this.#usage;
    const choice = part.choices?.[0];
    if (choice === undefined) return;
    this.#finished = choice.finish_reason ?? this.#finished;
    this.#text += choice.delta?.content ?? "";
    for (const piece of choice.delta?.tool_calls ?? []) {
      const call = this.#calls.get(piece.index) ?? { id: "", name: "", arguments: "" };
      this.#calls.set(piece.index, call);
      call.id ||= piece.id ?? "";
      call.name ||= piece.function?.name ?? "";
      call.arguments += piece.function?.arguments ?? "";
    }
    if (this.#length > MAX_ANSWER_CHARS) throw new Error("the answer does not end");
  }

  /** Throws if the parts end before the answer does. */
  answer(asked: readonly unknown[]): EndpointAnswer {
    if (this.#finished === undefined) throw new Error("the answer broke off");
    const calls = [...this.#calls.entries()]
      .filter(([, call]) => call.name !== "")
      .map(([index, call]) => ({ ...call, id: call.id || `call_${index}` }));
    return { ok: true, text: this.#text, calls, ...this.used(asked) };
  }

  /** Tokens so far, as the endpoint counts them or else estimated. */
  used(asked: readonly unknown[]): Used {
    return {
      inputTokens: this.#usage?.prompt_tokens ?? estimate(JSON.stringify(asked).length),
      outputTokens: this.#usage?.completion_tokens ?? estimate(this.#length),
    };
  }
}

/** The answer of an endpoint that does not stream. */
export async function* onlyPart(response: Response): AsyncGenerator<Part> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const some of response.body ?? []) {
    bytes += some.byteLength;
    if (bytes > MAX_BODY_BYTES) throw new Error("the answer does not end");
    text += decoder.decode(some, { stream: true });
  }
  const { choices, usage }: Partial<OpenAI.ChatCompletion> = JSON.parse(text);
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

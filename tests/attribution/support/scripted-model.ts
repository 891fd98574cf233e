/** A model whose answers the test decides. Each call has a fixed cost. */
import { askStructured } from "../../../src/llm/structured.ts";
import type {
  Completed,
  Model,
  ModelRequest,
  Spent,
  Structured,
  StructuredRequest,
  ToolCall,
} from "../../../src/protocol/model.ts";

/** The cost of each call. */
export const COST: Spent = {
  ...{ calls: 1, inputTokens: 400, outputTokens: 20 },
  ...{ usd: 0.001, seconds: 0.5 },
};

export type Said =
  | { readonly text: string }
  | { readonly calls: readonly Omit<ToolCall, "id">[] }
  | { readonly fails: string };

export class ScriptedModel implements Model {
  readonly name = "scripted";
  readonly asked: ModelRequest[] = [];
  readonly #script: (request: ModelRequest, place: number) => Said;

  constructor(script: (request: ModelRequest, place: number) => Said) {
    this.#script = script;
  }

  async complete(request: ModelRequest): Promise<Completed> {
    const said = this.#script(request, this.asked.length);
    this.asked.push(request);
    if ("fails" in said) {
      const spent = { ...COST, calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
      return { ok: false, reason: "unavailable", message: said.fails, spent };
    }
    const calls = "calls" in said ? said.calls : [];
    return {
      ...{ ok: true, text: "text" in said ? said.text : "", spent: COST },
      calls: calls.map((call, index) => ({ ...call, id: `call_${this.asked.length}_${index}` })),
    };
  }

  ask<T>(request: StructuredRequest<T>): Promise<Structured<T>> {
    return askStructured(this, request);
  }
}

export interface StageAsked {
  readonly question: string;
  readonly text: string;
}

/** Parses the oracle's question from the request. */
export function stageAsked({ messages }: ModelRequest): StageAsked {
  return JSON.parse(messages[1]?.text ?? "") as StageAsked;
}

/** A model that finds the answer in every text that contains one of the words. */
export function telling(answer: string, ...words: readonly string[]): ScriptedModel {
  return new ScriptedModel((request) => {
    const { text } = stageAsked(request);
    const found = words.find((word) => text.includes(word));
    const read = found === undefined ? { answer: "", quotes: [] } : { answer, quotes: [found] };
    return { text: JSON.stringify(read) };
  });
}

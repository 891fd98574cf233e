/**
 * A scripted model for the optimiser. It also parses the requests, so that tests can check them.
 */
import type { ModelRequest } from "../../../src/protocol/model.ts";
import { type Said, ScriptedModel } from "../../attribution/support/scripted-model.ts";

export interface AskedPrompt {
  readonly id?: string;
  readonly name: string;
  readonly text: string;
  readonly feeds: readonly string[];
}

export interface Asked {
  readonly task: "suggest" | "aggregate" | "rewrite";
  readonly prompts: readonly AskedPrompt[];
  readonly prompt: AskedPrompt;
  readonly earlier: readonly object[];
  readonly trace: { readonly question: string; readonly operation: { readonly name: string } };
  readonly points: readonly {
    readonly id: string;
    readonly change: string;
    readonly cases?: number;
  }[];
  readonly suggestions: readonly { readonly id: string; readonly change: string }[];
  readonly keep: {
    readonly placeholders: readonly string[];
    readonly parts: readonly string[];
    readonly minCharacters: number;
    readonly maxCharacters: number;
  };
}

export function askedOf({ messages }: ModelRequest): Asked {
  return JSON.parse(messages[1]?.text ?? "") as Asked;
}

/** The complaint about an unusable answer; undefined in the first request. */
function complaintOf({ messages }: ModelRequest): string | undefined {
  return messages[3]?.text;
}

/**
 * Makes a model that answers with the result of the script. `complaint` is set in the second
 * request.
 */
export function optimizer(
  script: (asked: Asked, complaint: string | undefined) => object | string,
): ScriptedModel {
  return new ScriptedModel((request): Said => {
    const answer = script(askedOf(request), complaintOf(request));
    return { text: typeof answer === "string" ? answer : JSON.stringify(answer) };
  });
}

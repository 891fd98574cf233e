/**
 * Traces of a memory with five facts. Each message becomes one unit, unless the test changes this.
 */
import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import { Trace } from "./trace.ts";

export const KEY = "The spare key is under the blue flowerpot";
export const FACTS = [
  ["My sister Ingrid keeps bees in Tromso", "Sister Ingrid keeps bees in Tromso"],
  ["I bought a yellow Volvo last spring", "Bought a yellow Volvo last spring"],
  [KEY, "Spare key is under the blue flowerpot"],
  ["I am allergic to shellfish", "Allergic to shellfish"],
  ["My rent is 950 euros", "Rent is 950 euros"],
] as const;

/** A message and its unit. A null unit means that the step wrote none and has no link. */
export type Fact = readonly [message: string, unit: string | null];

export interface Asked {
  readonly query?: string;
  readonly prediction?: string;
  readonly expected?: readonly string[];
  /** Names of the messages of the evidence. */
  readonly evidence?: readonly string[];
  /** The units that the search reads. */
  readonly read?: readonly string[];
  /** The text that the search returns. */
  readonly results?: string;
}

export class FiveFacts {
  readonly trace = new Trace();

  /** Records the message `message-i`. */
  say(i: number, text: string): string {
    return this.trace.variable(`message-${i}`, text, { category: "message" });
  }

  /** Records the message `message-i`, the step `xi`, and its unit `unit-i`. */
  store(i: number, [message, text]: Fact, error?: string): this {
    const said = this.say(i, message);
    const links: [string, string][] = [];
    const options = { category: "extraction", ...(error === undefined ? {} : { error }) };
    if (text !== null) links.push([said, this.unit(i, text)]);
    this.trace.operation(`x${i}`, "extract_facts", links, options);
    return this;
  }

  unit(i: number, text: string): string {
    return this.trace.variable(`unit-${i}`, text, { category: "memory_entry" });
  }

  /** Records the step `xi`, which writes `unit-i` from an earlier message. */
  storeLater(i: number, text: string): this {
    const links: [string, string][] = [[`message-${i}@1`, this.unit(i, text)]];
    this.trace.operation(`late-${i}`, "extract_facts", links, { category: "extraction" });
    return this;
  }

  remove(unit: string): this {
    const gone = this.trace.variable("tomb", "deleted");
    this.trace.operation("delete", "delete_memory", [[unit, gone]], { category: "deletion" });
    return this;
  }

  /** Records the question, the search `search` and the answer. */
  ask({
    query = "Where is the spare key?",
    prediction = "I do not know.",
    expected = ["under the blue flowerpot"],
    evidence = ["message-2"],
    read = ["unit-0@1", "unit-3@1"],
    results = "Sister Ingrid keeps bees in Tromso\nAllergic to shellfish",
  }: Asked = {}): FailedCase {
    const asked = this.trace.variable("query", query, { class: "query" });
    const found = this.trace.variable("results", results, { category: "retrieved" });
    const links = [asked, ...read].map((from): [string, string] => [from, found]);
    this.trace.operation("search", "search_memory", links, { category: "retrieval" });
    const given = this.trace.variable("answer", prediction, { class: "prediction" });
    const inputs = [asked, found].map((from): [string, string] => [from, given]);
    this.trace.operation("answer", "answer", inputs, { category: "response" });
    return {
      ...{ query, queryId: asked, prediction, predictionId: given, expected },
      evidence: evidence.map((name) => `${name}@1`),
    };
  }
}

/** Records all facts; `changed` replaces some of them. A fact that is undefined is only said. */
export function remembered(changed: Readonly<Record<number, Fact | undefined>> = {}): FiveFacts {
  const world = new FiveFacts();
  for (const [i, fact] of FACTS.entries()) {
    const own = i in changed ? changed[i] : fact;
    if (own === undefined) world.say(i, fact[0]);
    else world.store(i, own);
  }
  return world;
}

/** A small memory of five facts, of which a question asks for one. */
import { attribute } from "../../../src/attribution/attribute.ts";
import { discoverCases } from "../../../src/attribution/cases/discover-cases.ts";
import type { Attribution } from "../../../src/protocol/api/attribution.ts";
import { FACTS } from "./five-facts.ts";
import { Trace } from "./trace.ts";

/** A message, and the text of the unit that the extraction makes of it. */
type Fact = readonly [message: string, unit: string];

interface Question {
  readonly query: string;
  readonly prediction: string;
  readonly expected: string;
  readonly evidence: string;
}

const WHERE_IS_THE_KEY: Question = {
  query: "Where is the spare key?",
  prediction: "I do not know.",
  expected: "under the blue flowerpot",
  evidence: "message-2@1",
};

/** A step that turns the question into the text to search for. */
export interface Rewriting {
  readonly name: string;
  readonly text: string;
  readonly category?: string;
  readonly class?: string;
}

export class KeyMemory {
  readonly trace = new Trace();
  /** Ids of the latest versions of the units. */
  readonly units: string[] = [];

  /** @param other facts in place of the usual facts, by their position */
  constructor(other: Readonly<Record<number, Fact>> = {}) {
    for (const [index, usual] of FACTS.entries()) {
      const [said, text] = other[index] ?? usual;
      const message = this.trace.variable(`message-${index}`, said, { category: "message" });
      const unit = this.trace.variable(`unit-${index}`, text, { category: "memory_entry" });
      const labels = { category: "extraction" };
      this.trace.operation(`x${index}`, "extract_facts", [[message, unit]], labels);
      this.units.push(unit);
    }
  }

  unit(index: number): string {
    return this.units[index] ?? "";
  }

  rewrite(index: number, text: string): this {
    const before = this.unit(index);
    const labels = { category: "memory_entry", version: 2 };
    const after = this.trace.variable(`unit-${index}`, text, labels);
    this.trace.operation("up", "update_memory", [[before, after]], { category: "update" });
    this.units[index] = after;
    return this;
  }

  /** Asks for a fact; the search returns only the units of the positions. */
  ask(found: readonly number[], question = WHERE_IS_THE_KEY, rewriting?: Rewriting): this {
    const { trace } = this;
    const asked = trace.variable("query", question.query, { class: "query" });
    let searched = asked;
    if (rewriting !== undefined) {
      const { name, text, category, ...labels } = rewriting;
      searched = trace.variable("rewritten", text, labels);
      trace.operation("rw", name, [[asked, searched]], category ? { category } : {});
    }
    const hits = found.map((index) => this.unit(index));
    const values = new Map(
      trace.events.flatMap((event) =>
        event.type === "variable" ? [[event.ref, event.value] as const] : [],
      ),
    );
    const text = hits.map((id) => values.get(id)).join("\n");
    const results = trace.variable("results", text, { category: "retrieved" });
    const read = [searched, ...hits].map((id) => [id, results] as const);
    trace.operation("se", "search_memory", read, { category: "retrieval" });
    const answer = trace.variable("answer", question.prediction, { class: "prediction" });
    const used = [asked, results].map((id) => [id, answer] as const);
    trace.operation("an", "answer", used, { category: "response" });
    const { query, prediction, expected, evidence } = question;
    trace.verdict({
      ...{ query, prediction, expected: [expected], evidence: [evidence], score: 0 },
      ...{ queryRef: asked, predictionRef: answer },
    });
    return this;
  }

  attributed(): Attribution {
    const graph = this.trace.build();
    const [failed] = discoverCases(graph);
    if (failed === undefined) throw new Error("the recording has no wrong answer");
    return attribute(graph, failed);
  }
}

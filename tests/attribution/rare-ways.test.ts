/**
 * A memory that stores facts in two places: in slots, and in a rolling summary that questions
 * rarely need.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import type { Attribution } from "../../src/protocol/api/attribution.ts";
import { Trace } from "./support/trace.ts";

const FACTS = [
  { said: "The spare key hangs behind the greenhouse door.", asked: "Where is the spare key?" },
  { said: "Our wedding was on 9 March in Oslo. It snowed.", asked: "When was our wedding?" },
  { said: "我们的车停在河边的蓝色车库里。", asked: "车停在哪里?" },
] as const;
const ANSWERS = ["behind the greenhouse door", "9 March", "河边的蓝色车库"] as const;

/** Facts that the slots store and the summary ignores. */
const SLOTTED: readonly (readonly [said: string, slot: string, value: string])[] = [
  ["By the way, I am allergic to peanuts.", "allergy", "allergic to peanuts"],
  ["My first pet is called Biscuit the beagle.", "pets", "Biscuit the beagle"],
  ["My home phone is 555 0199", "home_phone", "555 0199"],
  ["My work phone is 555 7421", "work_phone", "555 7421"],
  ["My employer is Acme Rocket Works.", "employer", "Acme Rocket Works"],
  ["I support the rowing club of Bergen.", "club", "rowing club of Bergen"],
  ["My shoe size is 43.", "shoe_size", "43"],
];
/**
 * A message that no slot stores. When the summary takes it in, the summary drops everything else.
 */
const WEATHER = "The weather was awful all week.";

class Agent {
  readonly trace = new Trace();
  #turn = 0;
  #summary = "";
  #version = 0;

  hear(said: string, slot: readonly [string, string] | undefined, summary: string): string {
    const turn = this.#turn++;
    const message = this.trace.variable(`m${turn}`, said, { category: "message" });
    const patch = slot === undefined ? "[]" : JSON.stringify({ set: slot[0], value: slot[1] });
    const patches = this.trace.variable(`patches-${turn}`, patch);
    this.trace.operation(`extract-${turn}`, "extract_slots", [[message, patches]], {
      category: "extraction",
    });
    const stored =
      slot === undefined
        ? this.trace.variable(`nothing-${turn}`, "[]")
        : this.trace.variable(`slot:${slot[0]}`, `${slot[0]}: ${slot[1]}`, { category: "memory" });
    this.trace.operation(`apply-${turn}`, "apply_patches", [[patches, stored]], {
      category: "update",
    });
    this.#fold(turn, message, summary);
    return message;
  }

  #fold(turn: number, message: string, summary: string): void {
    const before =
      this.#version === 0 || this.#summary === ""
        ? this.trace.variable(`fold-input-${turn}`, "")
        : `summary@${this.#version}`;
    if (this.#version === 0 || summary !== this.#summary) this.#version += 1;
    this.#summary = summary;
    const after = this.trace.variable("summary", summary, {
      category: "memory",
      version: this.#version,
    });
    const links = [before, message].filter((from) => from !== after);
    this.trace.operation(
      `fold-${turn}`,
      "fold_summary",
      links.map((from) => [from, after] as const),
      { category: "update" },
    );
  }

  ask(fact: number, message: string): Attribution {
    const query = this.trace.variable("asked", FACTS[fact]?.asked ?? "", { category: "query" });
    const summary = `summary@${this.#version}`;
    const context = this.trace.variable("context", this.#summary);
    this.trace.operation(
      "load",
      "load_context",
      [
        [query, context],
        [summary, context],
      ],
      { category: "retrieval" },
    );
    const reply = this.trace.variable("reply", "You never told me.", { category: "answer" });
    this.trace.operation("respond", "respond", [
      [query, reply],
      [context, reply],
    ]);
    return attribute(this.trace.build(), {
      query: FACTS[fact]?.asked ?? "",
      queryId: query,
      prediction: "You never told me.",
      predictionId: reply,
      expected: [ANSWERS[fact] ?? ""],
      evidence: [message],
    });
  }
}

/** Records a summary that takes in the fact and drops it when a message mentions the weather. */
function dropped(fact: number, before: readonly number[], after: readonly number[]): Attribution {
  const agent = new Agent();
  const said = FACTS[fact]?.said ?? "";
  const hear = (index: number, summary: string) => {
    const [text, slot, value] = SLOTTED[index] ?? ["", "", ""];
    agent.hear(text, [slot, value], summary);
  };
  for (const index of before) hear(index, "");
  const message = agent.hear(said, undefined, said);
  for (const index of after) hear(index, said);
  agent.hear(WEATHER, undefined, WEATHER);
  return agent.ask(fact, message);
}

describe("rare paths into the memory", () => {
  it("A72 the step that dropped a detail from the memory lost it, even if it came on a rare path", () => {
    const indices = SLOTTED.map((_, index) => index);
    fc.assert(
      fc.property(
        fc.nat(FACTS.length - 1),
        fc.shuffledSubarray(indices),
        fc.nat(SLOTTED.length),
        (fact, talk, split) => {
          const { errorType, opName, reason } = dropped(
            fact,
            talk.slice(0, split),
            talk.slice(split),
          );
          expect({ errorType, opName }).toEqual({
            errorType: "UpdateError",
            opName: "fold_summary",
          });
          expect(reason).not.toContain("no memory unit states it");
        },
      ),
      { numRuns: 60 },
    );
  });
});

/**
 * Attributes each case on the plain trace and on a redacted trace. The redaction also replaces the
 * names of persons.
 */
import { createHmac } from "node:crypto";
import { buildGraph } from "../../graph/build/build-graph.ts";
import { eventsOf } from "../../graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { KINDS } from "../../redaction/kinds.ts";
import { wordFinder } from "../../redaction/own-words.ts";
import { redactCase, redactEvent, redactedId } from "../../redaction/redact-event.ts";
import { Redactor } from "../../redaction/redactor.ts";
import type { Attributor } from "../judged-case.ts";
import type { Section } from "../output/table.ts";

/**
 * The key from which the pseudonyms are made. It can be any text, but it must be the same for all
 * names: only then do equal names get equal pseudonyms.
 */
const KEY = "evaluation";

interface RedactedGraph {
  readonly graph: EvolutionGraph;
  readonly redactor: Redactor;
}

export class RedactedAttribution {
  readonly #attributor: Attributor;
  /** The latest redacted graph. Successive cases often belong to the same graph. */
  #last: { readonly of: EvolutionGraph; readonly made: RedactedGraph } | undefined;
  readonly #replaced = new Map<string, number>();
  #cases = 0;
  #sameType = 0;
  #same = 0;

  constructor(attributor: Attributor) {
    this.#attributor = attributor;
  }

  /** Attributes the case on both traces, and returns the verdict on the redacted trace. */
  readonly attribute: Attributor = async (evaluated) => {
    const plain = await this.#attributor(evaluated);
    const { graph, redactor } = this.#redacted(evaluated.graph);
    const failed = redactCase(evaluated.failed, redactor);
    const made = await this.#attributor({ ...evaluated, graph, failed });
    const { errorType, op } = plain.attribution;
    const isSameType = made.attribution.errorType === errorType;
    const isSameOp = made.attribution.op === (op === null ? null : redactedId(op, redactor));
    this.#cases += 1;
    if (isSameType) this.#sameType += 1;
    if (isSameType && isSameOp) this.#same += 1;
    return made;
  };

  /** Compares the verdicts on redacted traces with the verdicts on plain traces. */
  sections(): Section[] {
    const share = (count: number) =>
      this.#cases === 0 ? "" : ((100 * count) / this.#cases).toFixed(1);
    return [
      {
        title: "Redacted traces against plain ones, in percent",
        head: ["cases", "same type", "same type and operation"],
        rows: [[`${this.#cases}`, share(this.#sameType), share(this.#same)]],
      },
      {
        title: "Redacted values",
        head: ["kind", "values"],
        rows: [...this.#replaced].map(([kind, count]) => [kind, `${count}`]),
      },
    ];
  }

  #redacted(graph: EvolutionGraph): RedactedGraph {
    if (this.#last?.of === graph) return this.#last.made;
    const people = wordFinder([{ name: "person", words: personsIn(graph) }]);
    const redactor = new Redactor({ kinds: KINDS, own: [people] }, (text) =>
      createHmac("sha256", KEY).update(text).digest("hex"),
    );
    const events = [...eventsOf(graph, KEY)].map((event) => redactEvent(event, redactor));
    const made = { graph: buildGraph(redactedId(graph.header.id, redactor), events), redactor };
    for (const [kind, count] of redactor.takeCounts()) {
      this.#replaced.set(kind, (this.#replaced.get(kind) ?? 0) + count);
    }
    this.#last = { of: graph, made };
    return made;
  }
}

const SPEAKER = /"(?:name|speaker|sender|author|user_name)"\s*:\s*"([\p{L} .'-]{2,40})"/gu;
const LINE_OF_SPEAKER = /(?:^|\n)([A-Z]\p{Ll}+(?: [A-Z]\p{Ll}+)?):\s/gu;
const POSSESSIVE = /(?<=[\p{Ll},] )([A-Z]\p{Ll}{2,})['’]s\b/gu;
const LOWER_WORD = /(?<![\p{L}\p{N}])\p{Ll}{3,}/gu;
const ROLES = new Set(["user", "assistant", "system", "human", "tool", "memory", "agent"]);

/**
 * Returns names of persons: speakers, and capitalised words before “'s” (“Ann's”). Omits words that
 * the trace also writes in lower case.
 */
function personsIn(graph: EvolutionGraph): string[] {
  const names = new Set<string>();
  const common = new Set<string>();
  for (const { value } of graph.variables.values()) {
    for (const pattern of [SPEAKER, LINE_OF_SPEAKER, POSSESSIVE]) {
      for (const { 1: name } of value.matchAll(pattern)) if (name !== undefined) names.add(name);
    }
    for (const [word] of value.matchAll(LOWER_WORD)) common.add(word);
  }
  return [...names].filter((name) => {
    const lower = name.toLowerCase();
    return !ROLES.has(lower) && !common.has(lower) && /^\p{Lu}/u.test(name);
  });
}

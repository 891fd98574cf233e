/**
 * Collects the texts of a case for the model, up to a maximum of characters: first the evidence,
 * then the cited values, then other records of the decisive operation.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { subgraphOfOperations } from "../../graph/parts/subgraph.ts";
import { renderSubgraph } from "../../graph/render.ts";
import type { AttributedVerdict } from "../../protocol/api/attribution.ts";

interface ShownValue {
  readonly variable: string;
  readonly text: string;
}

interface CitedValue extends ShownValue {
  /** Says why the model gets this value. For a unit in the result of a retrieval, says its rank. */
  readonly as: string;
}

export interface CaseMaterial {
  readonly evidence: readonly ShownValue[];
  readonly lost: readonly string[];
  readonly cited: readonly CitedValue[];
  /** The decisive operation as XML. Empty if no operation is at fault. */
  readonly operation: string;
}

/** Maximum characters of one case, about 6,000 tokens. One request contains four cases. */
const MAX_CHARS = 24_000;
const MAX_EVIDENCE_CHARS = 8_000;
const MAX_CITED_CHARS = 10_000;
const MAX_VALUE_CHARS = 4_000;
/**
 * All units in the result of a retrieval share `MAX_LIST_CHARS` characters. Each unit gets at least
 * `LEAST_RETURNED_CHARS`, so that the model sees something of the last units too.
 */
const MAX_LIST_CHARS = 6_000;
const LEAST_RETURNED_CHARS = 120;
const MAX_EVIDENCE = 8;
const MAX_LOST = 20;
const MAX_LOST_CHARS = 200;
/** Minimum space for each value of the decisive operation, in characters. */
const LEAST_VALUE_CHARS = 800;

export const NO_MATERIAL: CaseMaterial = { evidence: [], lost: [], cited: [], operation: "" };

export function caseMaterial(graph: EvolutionGraph, verdict: AttributedVerdict): CaseMaterial {
  const lost = verdict.lost.slice(0, MAX_LOST).map((words) => words.slice(0, MAX_LOST_CHARS));
  const messages = [
    ...new Set([...verdict.evidence, ...verdict.details.flatMap(({ from }) => from ?? [])]),
  ];
  const evidence = new Budget(MAX_EVIDENCE_CHARS);
  for (const id of messages.slice(0, MAX_EVIDENCE)) {
    evidence.add({ variable: id }, textOf(graph, id), MAX_VALUE_CHARS, lost);
  }
  const cited = new Budget<Omit<CitedValue, "text">>(MAX_CITED_CHARS);
  for (const { variable, as, most } of citedBy(graph, verdict, new Set(messages))) {
    cited.add({ variable, as }, textOf(graph, variable), most, lost);
  }
  const left = MAX_CHARS - evidence.used - cited.used;
  return {
    ...{ evidence: evidence.shown, lost, cited: cited.shown },
    operation: verdict.op === null ? "" : rendered(graph, verdict.op, left),
  };
}

interface Wanted {
  readonly variable: string;
  readonly as: string;
  readonly most: number;
}

/**
 * Returns the cited values, the most important first:
 * 1. for a RetrievalError, the units that the decisive operation returned
 * 2. the value of the decisive step in the chain
 * 3. the values at both ends of the decisive link
 * 4. the values of the other steps: first the later ones, then the earlier ones
 */
function citedBy(
  graph: EvolutionGraph,
  verdict: AttributedVerdict,
  known: ReadonlySet<string>,
): Wanted[] {
  const link = verdict.link === null ? undefined : graph.links.get(verdict.link);
  const steps = verdict.chain.filter(({ variable }) => !known.has(variable));
  const at = steps.findIndex(({ decisive }) => decisive);
  const nearest = [...steps.slice(Math.max(0, at)), ...steps.slice(0, Math.max(0, at)).reverse()];
  const isRetrieval = verdict.errorType === "RetrievalError" && verdict.op !== null;
  const returned = isRetrieval ? graph.endsOf(verdict.op ?? "").outputs : [];
  const step = ({ variable, role, carried, decisive }: (typeof steps)[number]): Wanted => ({
    ...{ variable, most: MAX_VALUE_CHARS },
    as: `${role} that states ${Math.round(100 * carried)}% of what is needed${decisive ? ", written by the decisive operation" : ""}`,
  });
  const [first, ...others] = nearest.map(step);
  const listed = Math.max(LEAST_RETURNED_CHARS, Math.floor(MAX_LIST_CHARS / returned.length));
  const ends = [link?.from, link?.to].flatMap((id) => id ?? []);
  const wanted = [
    ...returned.map(
      ({ id }, index): Wanted => ({
        ...{ variable: id, most: Math.min(listed, MAX_VALUE_CHARS) },
        as: returned.length === 1 ? "what the retrieval returned" : `returned, rank ${index + 1}`,
      }),
    ),
    ...(first === undefined ? [] : [first]),
    ...ends.map((variable) => ({
      variable,
      as: "end of the link that lost it",
      most: MAX_VALUE_CHARS,
    })),
    ...others,
  ];
  const seen = new Set(known);
  return wanted.filter(({ variable }) => !seen.has(variable) && seen.add(variable));
}

function rendered(graph: EvolutionGraph, op: string, most: number): string {
  const part = subgraphOfOperations(graph, [op]);
  const values = Math.max(1, [...part.variables].length);
  const valueChars = Math.max(LEAST_VALUE_CHARS, Math.floor(most / values));
  return renderSubgraph(graph, part, { ...{ format: "xml", valueChars, mostChars: most } })
    .slice(0, most)
    .toWellFormed();
}

function textOf(graph: EvolutionGraph, id: string): string {
  return graph.variables.get(id)?.value ?? "";
}

/** Collects values until the allowed characters are used up. */
class Budget<Head extends object = { readonly variable: string }> {
  readonly #most: number;
  readonly shown: (Head & { readonly text: string })[] = [];
  used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(head: Head, value: string, most: number, lost: readonly string[]): void {
    const room = Math.min(most, this.#most - this.used);
    if (value === "" || room < 100) return;
    const text = passageAround(value, lost, room);
    this.shown.push({ ...head, text });
    this.used += text.length;
  }
}

/**
 * Returns a passage around the first lost words in the text, or the beginning of the text if no
 * lost words occur in it.
 */
function passageAround(text: string, lost: readonly string[], most: number): string {
  if (text.length <= most) return text;
  const lower = text.toLowerCase();
  const places = lost.map((words) => lower.indexOf(words.toLowerCase())).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = Math.max(0, Math.min(first - Math.floor(most / 3), text.length - most));
  const passage = text.slice(start, start + most).toWellFormed();
  const before = start > 0 ? "…" : "";
  const after = start + most < text.length ? "…" : "";
  return `${before}${passage}${after} [${most} of ${text.length} characters]`;
}

/**
 * Estimates which share of a text's words usually passes through a kind of link. If a detail was
 * lost at several links, the link that usually passes on the most words is blamed. A link that
 * usually passes on few words is not blamed: perhaps it only resets a buffer.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { shapesOf } from "../../graph/memory/structural-signatures.ts";
import type { Link } from "../../graph/model.ts";
import { textsOf } from "../roles/graph-texts.ts";

/** Maximum number of links of one kind whose texts are compared. */
const MAX_SAMPLES = 5;
/** Of an input, only this number of characters is compared. */
const MAX_SOURCE_CHARS = 4000;

interface Transmissions {
  readonly kinds: ReadonlyMap<string, readonly Link[]>;
  readonly kindOf: (op: string, from: string, to: string) => string;
  readonly usual: Map<string, number>;
}

/**
 * A link leads from an input to an output. This function looks at links of the same kind as the
 * link of `step`. It returns the share (0 to 1) of the input's words that the output of such a link
 * usually has. This is the mean of at most `MAX_SAMPLES` links.
 */
export function usualTransmission(
  graph: EvolutionGraph,
  step: { readonly op: string; readonly from: string; readonly to: string },
): number {
  const known = graph.derived(collect);
  const kind = known.kindOf(step.op, step.from, step.to);
  const usual = known.usual.get(kind);
  if (usual !== undefined) return usual;
  const links = spreadOver(known.kinds.get(kind) ?? [], MAX_SAMPLES);
  let total = 0;
  for (const { from, to } of links) total += shared(graph, from, to);
  const mean = links.length === 0 ? 0 : total / links.length;
  known.usual.set(kind, mean);
  return mean;
}

/** Returns the kind of the step's link, and all links of this kind. */
export function stepsLike(
  graph: EvolutionGraph,
  step: { readonly op: string; readonly from: string; readonly to: string },
): { readonly kind: string; readonly links: readonly Link[] } {
  const known = graph.derived(collect);
  const kind = known.kindOf(step.op, step.from, step.to);
  return { kind, links: known.kinds.get(kind) ?? [] };
}

/** Groups the graph's links by kind, in the order of their earliest links. */
export function linksByKind(graph: EvolutionGraph): ReadonlyMap<string, readonly Link[]> {
  return graph.derived(collect).kinds;
}

function collect(graph: EvolutionGraph): Transmissions {
  const shapes = shapesOf(graph);
  const shape = (id: string) => {
    const variable = graph.variables.get(id);
    return variable === undefined ? "" : shapes.ofVariable(variable);
  };
  // A combined signature is a long string, but there are few different ones. They are cached,
  // because building one for each link would be slow.
  const named = new Map<string, Map<string, Map<string, string>>>();
  const combined = (step: string, source: string, target: string) => {
    const ofStep = named.get(step) ?? new Map<string, Map<string, string>>();
    named.set(step, ofStep);
    const ofSource = ofStep.get(source) ?? new Map<string, string>();
    ofStep.set(source, ofSource);
    const kind = ofSource.get(target) ?? `${step} ${source}>${target}`;
    ofSource.set(target, kind);
    return kind;
  };
  const kindOf = (op: string, from: string, to: string) =>
    combined(shapes.ofOperation(op), shape(from), shape(to));
  const { rows } = graph;
  const { op, from, to } = rows.table.links;
  /** Maps the row number of an operation to its structural signature. */
  const steps = new Map<number, string>();
  const kinds = new Map<string, Link[]>();
  let place = 0;
  // There can be very many links. So the loop uses row numbers, because finding a record by its id
  // is slower.
  for (const link of graph.links.values()) {
    const row = rows.links[place] ?? -1;
    place += 1;
    const opRow = op.at(row);
    const step = steps.get(opRow) ?? shapes.ofOperation(link.op);
    steps.set(opRow, step);
    const kind = combined(step, shapes.ofRow(from.at(row)), shapes.ofRow(to.at(row)));
    const list = kinds.get(kind);
    if (list) list.push(link);
    else kinds.set(kind, [link]);
  }
  return { kinds, kindOf, usual: new Map() };
}

/** Returns the share (0 to 1) of the words of `from` that `to` also has. */
function shared(graph: EvolutionGraph, from: string, to: string): number {
  const sentencesOf = (id: string, chars?: number) =>
    textsOf(graph).sentencesOf((graph.variables.get(id)?.value ?? "").slice(0, chars));
  const source = new Set(sentencesOf(from, MAX_SOURCE_CHARS).flatMap(({ stems }) => stems));
  const words = source.size;
  if (words === 0) return 0;
  for (const { stems } of sentencesOf(to)) for (const word of stems) source.delete(word);
  return (words - source.size) / words;
}

/** Returns at most `most` items, evenly spread over the list. */
export function spreadOver<T>(items: readonly T[], most: number): T[] {
  const stride = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, index) => index % stride === 0).slice(0, most);
}

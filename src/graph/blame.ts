/** Who brought which words of a text: the version, the operation and the message of every span. */
import type { EvolutionGraph } from "./evolution-graph.ts";
import { memoryUnits } from "./memory-units.ts";
import type { Variable } from "./model.ts";
import { diffTexts } from "./text-diff.ts";
import { versionChain } from "./version-chain.ts";

export interface BlameSpan {
  /** Place in the text, in UTF-16 code units; spans follow each other without a gap. */
  readonly start: number;
  readonly end: number;
  /** Id of the version that brought the words. */
  readonly variable: string;
  /** Id of the operation that first wrote that version; absent where it came from outside. */
  readonly operation?: string;
  /**
   * Id of the message, among those that the operation worked with, that shares the most words
   * with the span; of equals the nearest. Absent where no message leads to the version.
   */
  readonly message?: string;
}

/** Empty for an unknown variable and for an empty text. */
export function blame(graph: EvolutionGraph, id: string): BlameSpan[] {
  const variable = graph.variables.get(id);
  if (variable === undefined) return [];
  const isUnit = memoryUnits(graph);
  const chain = versionChain(graph, variable);
  const bringers = new Map<string, Bringer>();
  const bringerOf = (id: string): Bringer => {
    const version = chain.find((candidate) => candidate.id === id) ?? variable;
    const bringer = bringers.get(id) ?? findBringer(graph, version, isUnit);
    bringers.set(id, bringer);
    return bringer;
  };
  return spansByVersion(chain).reduce<BlameSpan[]>((spans, span) => {
    const bringer = bringerOf(span.version);
    const text = variable.value.slice(span.start, span.end);
    for (const sentence of sentencesOf(text)) {
      const start = span.start + sentence.start;
      const end = span.start + sentence.end;
      const message = closestMessage(bringer.messages, text.slice(sentence.start, sentence.end));
      const last = spans.at(-1);
      if (last?.variable === span.version && last.message === message) {
        spans[spans.length - 1] = { ...last, end };
        continue;
      }
      spans.push({
        ...{ start, end, variable: span.version },
        ...(bringer.operation === undefined ? {} : { operation: bringer.operation }),
        ...(message === undefined ? {} : { message }),
      });
    }
    return spans;
  }, []);
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly version: string;
}

/** The spans of the last version's text, by the version that brought them. */
function spansByVersion(chain: readonly Variable[]): Span[] {
  let spans: Span[] = [];
  let text = "";
  for (const { id, value } of chain) {
    spans = carried(spans, text, value, id);
    text = value;
  }
  return spans;
}

function carried(spans: readonly Span[], before: string, after: string, version: string): Span[] {
  const result: Span[] = [];
  const add = (length: number, owner: string) => {
    const start = result.at(-1)?.end ?? 0;
    const last = result.at(-1);
    if (last?.version === owner) result[result.length - 1] = { ...last, end: start + length };
    else result.push({ start, end: start + length, version: owner });
  };
  let place = 0;
  let index = 0;
  for (const { kind, text } of diffTexts(before, after)) {
    if (kind === "added") {
      add(text.length, version);
      continue;
    }
    const end = place + text.length;
    for (let span = spans[index]; span !== undefined && span.start < end; span = spans[index]) {
      const length = Math.min(end, span.end) - Math.max(place, span.start);
      if (kind === "same" && length > 0) add(length, span.version);
      if (span.end > end) break;
      index += 1;
    }
    place = end;
  }
  return result;
}

interface Message {
  readonly id: string;
  readonly words: ReadonlySet<string>;
}

interface Bringer {
  readonly operation?: string;
  /** The nearest first. */
  readonly messages: readonly Message[];
}

/**
 * Messages are looked for backward, through what was made on the way and not through the store;
 * through the unit's own earlier versions only where nothing else leads to a message.
 */
function findBringer(
  graph: EvolutionGraph,
  version: Variable,
  isUnit: (variable: Variable) => boolean,
): Bringer {
  const operation = writerOf(graph, version.id);
  if (operation === undefined) return { messages: [] };
  const direct = messagesBehind(graph, version.id, operation, isUnit);
  const isOther = (variable: Variable) =>
    variable.fullName !== version.fullName && isUnit(variable);
  return {
    operation,
    messages: direct.length > 0 ? direct : messagesBehind(graph, version.id, operation, isOther),
  };
}

function messagesBehind(
  graph: EvolutionGraph,
  version: string,
  operation: string,
  endsAt: (variable: Variable) => boolean,
): Message[] {
  const messages: Message[] = [];
  const seen = new Set([version]);
  for (const id of seen) {
    for (const link of graph.linksTo(id)) {
      if (seen.has(link.from) || (id === version && link.op !== operation)) continue;
      const source = graph.variables.get(link.from);
      if (source === undefined || endsAt(source)) continue;
      seen.add(link.from);
      if (isMessage(graph, source)) {
        messages.push({ id: source.id, words: wordsOf(source.value) });
      }
    }
  }
  return messages;
}

/** The operation that wrote the variable first. */
function writerOf(graph: EvolutionGraph, variable: string): string | undefined {
  let first: { op: string; at: number } | undefined;
  for (const { op, at } of graph.linksTo(variable)) {
    const ranAt = graph.operations.get(op)?.startedAt ?? at;
    if (first === undefined || ranAt < first.at) first = { op, at: ranAt };
  }
  return first?.op;
}

/** What is called a message; where the recording calls nothing anything, what came from outside. */
function isMessage(graph: EvolutionGraph, { id, className, category }: Variable): boolean {
  const labels = [className, category].filter((label) => (label ?? "variable") !== "variable");
  if (labels.length === 0) return graph.linksTo(id).length === 0;
  return labels.some((label) => /^(?:messages?|turns?|utterances?)$/i.test(label ?? ""));
}

function closestMessage(messages: readonly Message[], text: string): string | undefined {
  const words = wordsOf(text);
  let best: { id: string; shared: number } | undefined;
  for (const { id, words: said } of messages) {
    const shared = [...words].filter((word) => said.has(word)).length;
    if (best === undefined || shared > best.shared) best = { id, shared };
  }
  return best?.id;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

function sentencesOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/[^.!?\n]*[.!?\n]+\s*|[^.!?\n]+$/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

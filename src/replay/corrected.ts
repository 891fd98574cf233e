/**
 * Builds the output that the decisive operation should have had. It invents nothing. It uses only
 * recorded values: the evidence, the previous version of the unit, and the units that the operation
 * missed.
 */
import { readMessage } from "../attribution/roles/message-text.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { AttributedVerdict } from "../protocol/api/attribution.ts";
import type { ReplayEffect, ReplayTarget, ReplayValue } from "../protocol/api/replays.ts";

export interface CorrectionSources {
  readonly graph: EvolutionGraph;
  readonly attribution: AttributedVerdict;
  readonly evidence: readonly string[];
  /** The message or question that triggered the corrected call. */
  readonly said: Variable;
  /** The memory at the time of the question. */
  readonly store: readonly ReplayValue[];
}

type Asked = Pick<ReplayTarget, "recorded" | "effect" | "name">;

/** Null if no recorded value shows what is correct. */
export function correctedEffect(asked: Asked, sources: CorrectionSources): ReplayEffect | null {
  const { values, removed } = asked.recorded;
  switch (sources.attribution.errorType) {
    case "ExtractionError":
      return extraction(asked, sources);
    case "UpdateError":
      return update(asked, sources);
    case "DeletionError":
      // A deletion that removed only a part of a unit wrote a new version without this part.
      return removed.length === 0 ? update(asked, sources) : { values, removed: [] };
    case "RetrievalError":
      return retrieval(asked, sources);
    case "ResponseError": {
      const texts = evidenceTexts(sources);
      return texts.length === 0 ? null : { values: withTexts(values, texts), removed };
    }
    default:
      return null;
  }
}

function extraction(asked: Asked, sources: CorrectionSources): ReplayEffect | null {
  const { values, removed } = asked.recorded;
  const messages = evidenceMessages(sources);
  const own = messages.filter(({ id }) => id === sources.said.id);
  const texts = textsOf(own.length > 0 ? own : messages);
  if (texts.length === 0) return null;
  const isUnit = asked.effect === "memory";
  return { values: [...values, ...texts.map((text) => newValue(text, isUnit))], removed };
}

function update(asked: Asked, sources: CorrectionSources): ReplayEffect | null {
  const { values, removed } = asked.recorded;
  const { graph, attribution } = sources;
  const texts = evidenceTexts(sources);
  if (values.length === 0) {
    if (texts.length === 0) return removed.length === 0 ? null : { values, removed: [] };
    return { values: texts.map((text) => newValue(text, asked.effect === "memory")), removed: [] };
  }
  const corrected = values.map((value) => {
    const before = beforeOf(graph, value);
    const kept = before === undefined || value.text.includes(before) ? [] : [before];
    return { ...value, id: null, text: [...kept, value.text].join("\n") };
  });
  const all = corrected.map(({ text }) => text).join("\n");
  const [first, ...rest] = corrected;
  const isMissing = attribution.details.some((detail) => !states(all, detail.text));
  if (first === undefined || !isMissing || texts.length === 0)
    return { values: corrected, removed };
  return { values: [{ ...first, text: [first.text, ...texts].join("\n") }, ...rest], removed };
}

function retrieval(asked: Asked, sources: CorrectionSources): ReplayEffect | null {
  const { values, removed } = asked.recorded;
  const { attribution, store, graph } = sources;
  const carriers = attribution.chain
    .filter(({ role, carried }) => role === "memory" && carried > 0)
    .flatMap(({ variable }) => graph.variables.get(variable)?.name ?? []);
  const isFound = (unit: ReplayValue) => values.some(({ name }) => name === unit.name);
  const missed = store.filter((unit) => !isFound(unit));
  const byChain = missed.filter(({ name }) => carriers.includes(name));
  const units =
    byChain.length > 0
      ? byChain
      : missed.filter(({ text }) =>
          attribution.details.some((detail) => states(text, detail.text)),
        );
  if (units.length > 0) return { values: [...units, ...values], removed };
  const texts = evidenceTexts(sources);
  if (texts.length === 0) return null;
  return { values: [...texts.map((text) => newValue(text, true)), ...values], removed };
}

/**
 * Adds the texts to the recorded values. If the only recorded value is no memory unit, the result
 * is still one value: a longer text. Otherwise, each text becomes a value of its own. So the next
 * step gets one text or a list of values, as it expects.
 */
function withTexts(values: readonly ReplayValue[], texts: readonly string[]): ReplayValue[] {
  const [first, ...rest] = values;
  if (first !== undefined && rest.length === 0 && !first.isUnit)
    return [{ ...first, id: null, text: [...texts, first.text].join("\n") }];
  return [...texts.map((text) => newValue(text, first?.isUnit ?? false)), ...values];
}

/** The value has no name, because the process that applies the correction chooses the name. */
function newValue(text: string, isUnit: boolean): ReplayValue {
  return {
    ...{ id: null, name: "", className: null, text, isUnit, metadata: null },
    category: isUnit ? "memory_entry" : null,
  };
}

/** Returns the text of the version that the operation replaced. */
function beforeOf(graph: EvolutionGraph, { id }: ReplayValue): string | undefined {
  const written = id === null ? undefined : graph.variables.get(id);
  if (written === undefined) return undefined;
  if (written.mutates !== undefined) return graph.variables.get(written.mutates)?.value;
  const versions = graph.versionsOf(written.fullName);
  return versions[versions.findIndex((version) => version.id === id) - 1]?.value;
}

function evidenceTexts(sources: CorrectionSources): string[] {
  return textsOf(evidenceMessages(sources));
}

function textsOf(messages: readonly Variable[]): string[] {
  return [...new Set(messages.map((message) => readMessage(message).content))];
}

/**
 * Returns the messages from which the details in the verdict come (`from`). If no detail names a
 * message, returns all evidence messages.
 */
function evidenceMessages({ graph, attribution, evidence }: CorrectionSources): Variable[] {
  const given = evidence.length > 0 ? evidence : attribution.evidence;
  const bringing = attribution.details.flatMap(({ from }) => from ?? []);
  const ids = new Set(bringing.length > 0 ? bringing : given);
  return [...ids].flatMap((id) => graph.variables.get(id) ?? []);
}

function states(text: string, detail: string): boolean {
  return text.toLowerCase().includes(detail.toLowerCase());
}

import { createHash } from "node:crypto";
import type { DiscoveredCase } from "../../attribution/cases/discover-cases.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { AnswerCorrection } from "../../protocol/api/annotation/corrections.ts";
import type { Label } from "../../protocol/api/annotation/labels.ts";
import { MAX_STORED_EVIDENCE, MAX_STORED_EXPECTED, MAX_TEXT_CHARS } from "../../protocol/limits.ts";
import { cutText } from "../../text/cut-text.ts";
import { saysSomething } from "../../text/says-something.ts";
import type { NewCase } from "./case-repository.ts";

/** A wrong answer that was found in a graph. If it was imported, it can have a label. */
export type FoundCase = DiscoveredCase & { readonly label?: Label | null };

const shortened = (text: string) => cutText(text, MAX_TEXT_CHARS);

export function newCases(
  project: string,
  graph: EvolutionGraph,
  found: readonly FoundCase[],
  now: number,
): NewCase[] {
  return found.map((item) => ({
    id: caseIdOf(project, graph.header.id, item.key),
    graph: graph.header.id,
    origin: item.origin,
    query: shortened(item.query),
    queryId: item.queryId ?? null,
    // Leave out blank answers. A source that finds the answer later fills only an empty field.
    expected: item.expected.filter(saysSomething).slice(0, MAX_STORED_EXPECTED).map(shortened),
    expectedId: item.expectedId ?? null,
    prediction: shortened(item.prediction),
    predictionId: item.predictionId ?? null,
    evidence: item.evidence.slice(0, MAX_STORED_EVIDENCE),
    judgeReason: item.judgeReason === undefined ? null : shortened(item.judgeReason),
    correction: item.correction === undefined ? null : shortenedCorrection(item.correction),
    system: graph.header.system ?? null,
    sessionCategory: item.sessionCategory ?? null,
    occurredAt: item.occurredAt,
    createdAt: now,
    label: item.label ? { ...item.label, reason: shortened(item.label.reason) } : null,
  }));
}

function shortenedCorrection({ words, expected, ...rest }: AnswerCorrection): AnswerCorrection {
  return {
    ...{ ...rest, words: shortened(words) },
    expected: expected === null ? null : shortened(expected),
  };
}

/**
 * Returns the id of a case. If several sources report the same question and answer of a graph, the
 * id is the same. So only one case is opened.
 * @param key the query's variable id or text, followed by the answer's text
 */
export function caseIdOf(project: string, graph: string, key: string): string {
  const hash = createHash("sha256").update(JSON.stringify([project, graph, key]));
  return `case_${hash.digest("base64url").slice(0, 22)}`;
}

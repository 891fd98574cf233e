/**
 * Builds the chain of a verdict: the path of the lost detail to the answer. Each step says which
 * share of the detail its variable states.
 */

import { writerOf } from "../../graph/history/execution-order.ts";
import type { Variable } from "../../graph/model.ts";
import type { ChainStep } from "../../protocol/api/attribution.ts";
import { shareIn } from "../carry/carry.ts";
import { DECIDING_PROFILE } from "../carry/match-profiles.ts";
import { withoutQuestion } from "../cases/find-query-and-answer.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import type { Need } from "../needs/need.ts";

/**
 * The path before the decisive operation has at most this number of variables. If it is longer, its
 * middle is left out.
 */
const MAX_STEPS = 7;

interface Place {
  readonly variable: string;
  readonly op: string | null;
  readonly decisive: boolean;
}

export function chainOf(
  finding: LossFinding,
  needs: readonly Need[],
  tracing: Tracing,
  corpus: MessageCorpus,
): ChainStep[] {
  const { graph, roles } = tracing;
  const places = shorten(pathToCarrier(finding, tracing), tracing);
  const decisive = decisivePlace(finding, tracing);
  const last = finding.errorType === "JudgeError";
  if (decisive !== undefined && !last) places.push(decisive);
  const context = finding.errorType === "ResponseError" ? [] : roles.context.slice(0, 1);
  for (const variable of context) {
    places.push({ variable: variable.id, op: roles.answerOp?.id ?? null, decisive: false });
  }
  if (roles.answer !== undefined) {
    places.push({ variable: roles.answer.id, op: roles.answerOp?.id ?? null, decisive: false });
  }
  if (decisive !== undefined && last) places.push(decisive);
  const seen = new Set<string>();
  const kept = places.filter((place) => !seen.has(place.variable) && seen.add(place.variable));
  const marked = kept.some((place) => place.decisive)
    ? kept
    : kept.map((p, i) => ({ ...p, decisive: i === kept.length - 1 }));
  return marked.flatMap((place) => {
    const variable = graph.variables.get(place.variable);
    return variable === undefined ? [] : [stepOf(place, variable, needs, tracing, corpus)];
  });
}

/** Returns the path from the message to the last variable that stated the detail. */
function pathToCarrier(
  { need, flow, carrier, inStore }: LossFinding,
  { graph, roles }: Tracing,
): Place[] {
  if (need === undefined) return [];
  if (flow === undefined)
    return need.sources.slice(0, 1).map((variable) => ({ variable, op: null, decisive: false }));
  const unit = roles.context
    .flatMap((v) => graph.linksTo(v))
    .find((link) => flow.reached.has(link.from))?.from;
  const target = [carrier, ...inStore, unit].find(
    (id) => id !== null && id !== undefined && flow.reached.has(id),
  );
  const path: Place[] = [];
  const seen = new Set<string>();
  for (
    let id: string | undefined = target ?? need.sources[0];
    id !== undefined && !seen.has(id);
  ) {
    seen.add(id);
    const step = flow.reached.get(id);
    path.unshift({ variable: id, op: step?.op ?? null, decisive: false });
    id = step?.from;
  }
  if (carrier !== null && !seen.has(carrier)) {
    path.push({ variable: carrier, op: writerOf(graph, carrier) ?? null, decisive: false });
  }
  return path;
}

function decisivePlace(
  { op, link, errorType }: LossFinding,
  { graph, roles }: Tracing,
): Place | undefined {
  if (op === null) return undefined;
  const made = link === null ? undefined : graph.links.get(link)?.to;
  const variable =
    errorType === "ResponseError"
      ? roles.answer?.id
      : (made ?? graph.linksOf(op).find((l) => graph.linksTo(l.to).length > 0)?.to);
  return variable === undefined ? undefined : { variable, op, decisive: true };
}

/**
 * Shortens a path. Of consecutive versions of the same variable, only the first and the last are
 * kept. If the path is still too long, its middle is left out.
 */
function shorten(path: readonly Place[], { graph }: Tracing): Place[] {
  const name = (place: Place | undefined) => place && graph.variables.get(place.variable)?.fullName;
  const ends = path.filter(
    (place, i) => name(place) !== name(path[i - 1]) || name(place) !== name(path[i + 1]),
  );
  return ends.length <= MAX_STEPS ? ends : [...ends.slice(0, 3), ...ends.slice(3 - MAX_STEPS)];
}

function stepOf(
  { op, variable: id, decisive }: Place,
  variable: Variable,
  needs: readonly Need[],
  { graph, roles, carry }: Tracing,
  corpus: MessageCorpus,
): ChainStep {
  const isAnswer = id === roles.answer?.id;
  const answer = withoutQuestion(variable.value, roles.query?.value ?? "");
  const details = needs.map((need) => ({
    text: need.text,
    carried: round(
      isAnswer
        ? shareIn(answer, { ...need, around: [] }, DECIDING_PROFILE, corpus)
        : carry(variable, need),
    ),
  }));
  const carried = details.reduce((sum, d) => sum + d.carried, 0) / Math.max(1, details.length);
  const opName = op === null ? null : (graph.operations.get(op)?.name ?? null);
  return {
    variable: id,
    op,
    opName,
    role: roleOf(variable, op, roles),
    carried: round(carried),
    details,
    decisive,
  };
}

function roleOf(variable: Variable, op: string | null, roles: Tracing["roles"]): ChainStep["role"] {
  if (variable.id === roles.answer?.id) return "answer";
  if (roles.messages.some((m) => m.id === variable.id)) return "message";
  if (roles.context.some((v) => v.id === variable.id)) return "context";
  if (roles.retrievalOps.some((step) => step.id === op)) return "retrieval";
  return roles.isMemory(variable) ? "memory" : "intermediate";
}

function round(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}

/**
 * Combines the agent's verdict with the earlier verdict. If both agree, the confidence is at least
 * `AGREED`. If they differ, the agent's verdict usually replaces the earlier one. The earlier
 * verdict stays only if its confidence is above `FIRM`, and neither its suspects nor its chain have
 * the operation that the agent blames.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import type {
  AttributedVerdict,
  Attribution,
  ChainStep,
  Suspect,
} from "../../protocol/api/attribution.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import { AGREED, FIRM, OVERTURNED, OVERTURNED_UNSUSPECTED } from "../thresholds.ts";
import type { AgentVerdict } from "./verdict-form.ts";

type Opinion = AgentVerdict & { readonly subKind: SubKind | null };

/**
 * @param subKind computes the sub-kind; runs only if the agent's verdict replaces the earlier one
 */
export function* secondOpinion(
  graph: EvolutionGraph,
  before: Attribution,
  verdict: AgentVerdict,
  subKind: InTurns<SubKind | null>,
): InTurns<Attribution> {
  if (before.outcome === "attributed") {
    if (before.errorType === verdict.errorType && before.op === verdict.op) {
      return {
        ...before,
        decidedBy: "agent",
        confidence: Math.max(AGREED, before.confidence),
        notes: [...before.notes, `An agent came to the same verdict: ${verdict.reason}`],
      };
    }
    if (!isSuspected(before, verdict) && before.confidence > FIRM) {
      return { ...before, notes: [...before.notes, `An agent ${disagreement(graph, verdict)}`] };
    }
  }
  return decided(graph, before, { ...verdict, subKind: yield* subKind });
}

/** Builds the attribution from the agent's verdict. The earlier verdict becomes a suspect. */
function decided(graph: EvolutionGraph, before: Attribution, verdict: Opinion): AttributedVerdict {
  const { method, details, evidence, evidenceFound, notes, answers } = before;
  const { errorType, subKind, op, reason, quotes } = verdict;
  return {
    ...{ method, details, evidence, evidenceFound, notes },
    ...(answers === undefined ? {} : { answers }),
    ...{ outcome: "attributed", errorType, subKind, op, reason, decidedBy: "agent" },
    opName: op === null ? null : (graph.operations.get(op)?.name ?? null),
    link: linkOf(graph, verdict),
    confidence: isSuspected(before, verdict) ? OVERTURNED : OVERTURNED_UNSUSPECTED,
    lost: quotes.map(({ words }) => words),
    chain: chainTo(graph, chainOf(before), verdict),
    suspects: [...overturned(before), ...before.suspects.filter((s) => s.op !== op)],
  };
}

function chainOf(verdict: Attribution): readonly ChainStep[] {
  return verdict.outcome === "attributed" ? verdict.chain : [];
}

function isSuspected(before: Attribution, { op }: AgentVerdict): boolean {
  const isOfIt = (each: Suspect | ChainStep) => each.op === op;
  return before.suspects.some(isOfIt) || chainOf(before).some(isOfIt);
}

function disagreement(graph: EvolutionGraph, { errorType, op, reason }: AgentVerdict): string {
  const at = op === null ? "" : ` at ${graph.operations.get(op)?.name ?? op}`;
  return `that investigated the case named ${errorType}${at} instead: ${reason}`;
}

function overturned({ errorType, op, opName, link, confidence }: Attribution): Suspect[] {
  if (errorType === null || op === null || opName === null) return [];
  const whyNot = "It was named first. An agent that investigated the case named another operation.";
  return [{ op, opName, errorType, link, confidence: Math.min(confidence, 0.4), whyNot }];
}

/**
 * The attribution names one link of the operation that the agent blames. This function prefers a
 * link from a variable that the agent quotes. If there is none, it returns the first link of the
 * operation.
 */
function linkOf(graph: EvolutionGraph, { op, quotes }: AgentVerdict): string | null {
  if (op === null) return null;
  const quoted = new Set(quotes.map(({ variable }) => variable));
  const links = graph.linksOf(op);
  return (links.find(({ from }) => quoted.has(from)) ?? links[0])?.id ?? null;
}

/**
 * Takes the chain of the verdict from before the agent ran, and sets its decisive step. This is the
 * last step of the operation that the agent blames. If the chain has no step of this operation, the
 * function inserts one, in the order of time. If the agent blames no operation, no step is
 * decisive.
 */
function chainTo(graph: EvolutionGraph, chain: readonly ChainStep[], { op }: AgentVerdict) {
  const moved = chain.map((step) => ({ ...step, decisive: op !== null && step.op === op }));
  if (op === null || moved.some(({ decisive }) => decisive)) return onlyLast(moved);
  const { outputs, intermediates } = graph.endsOf(op);
  const made = outputs[0] ?? intermediates[0];
  if (made === undefined) return moved;
  const step: ChainStep = {
    ...{ variable: made.id, op, opName: graph.operations.get(op)?.name ?? null },
    ...{ role: "intermediate", carried: 0, details: [], decisive: true },
  };
  const at = moved.findIndex(({ variable }) => (graph.variables.get(variable)?.at ?? 0) > made.at);
  return at < 0 ? [...moved, step] : [...moved.slice(0, at), step, ...moved.slice(at)];
}

/** Of several decisive steps, keeps only the last one decisive. */
function onlyLast(steps: readonly ChainStep[]): ChainStep[] {
  const last = steps.findLastIndex(({ decisive }) => decisive);
  return steps.map((step, index) => ({ ...step, decisive: index === last }));
}

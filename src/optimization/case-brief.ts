/** Describes a wrong answer as text for a model. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { Variable } from "../graph/model.ts";
import type { FailedCase } from "../protocol/api/attribution.ts";
import type { ErrorType, SubKind } from "../protocol/error-types.ts";

export interface Blame {
  readonly op: string;
  readonly opName: string;
  readonly errorType: ErrorType;
  readonly subKind: SubKind | null;
  readonly reason: string;
}

interface ShownText {
  readonly name: string;
  readonly category: string | null;
  readonly text: string;
}

export interface CaseBrief {
  readonly question: string;
  readonly expected: readonly string[];
  readonly given: string;
  readonly evidence: readonly string[];
  readonly verdict: Pick<Blame, "errorType" | "subKind" | "reason">;
  readonly operation: {
    readonly name: string;
    readonly category: string | null;
    readonly reads: readonly ShownText[];
    readonly makes: readonly ShownText[];
    readonly writes: readonly ShownText[];
  };
}

const MAX_TEXT_CHARS = 4_000;
const MAX_TEXTS = 12;
const MAX_EVIDENCE = 8;
const MAX_EXPECTED = 8;

/**
 * @param evidence ids of the messages that contain the expected answer
 * @param hidden ids of the variables with prompts. They are left out, because the model gets the
 * prompts separately
 */
export function briefOf(
  graph: EvolutionGraph,
  failed: FailedCase,
  blame: Blame,
  evidence: readonly string[],
  hidden: ReadonlySet<string>,
): CaseBrief {
  const ends = graph.endsOf(blame.op);
  const shown = (variables: readonly Variable[]) =>
    variables
      .filter(({ id }) => !hidden.has(id))
      .slice(0, MAX_TEXTS)
      .map(({ name, category, value }) => ({ name, category: category ?? null, text: cut(value) }));
  return {
    question: cut(failed.query),
    expected: failed.expected.slice(0, MAX_EXPECTED).map(cut),
    given: cut(failed.prediction),
    evidence: evidence.slice(0, MAX_EVIDENCE).flatMap((id) => {
      const message = graph.variables.get(id);
      return message === undefined ? [] : [cut(message.value)];
    }),
    verdict: { errorType: blame.errorType, subKind: blame.subKind, reason: cut(blame.reason) },
    operation: {
      name: blame.opName,
      category: graph.operations.get(blame.op)?.category ?? null,
      reads: shown(ends.inputs),
      makes: shown(ends.intermediates),
      writes: shown(ends.outputs),
    },
  };
}

/** Returns the texts that come from the trace. These texts must not get into a prompt. */
export function textsOf({ operation, ...brief }: CaseBrief): string[] {
  const { question, expected, given, evidence, verdict } = brief;
  const { name, reads, makes, writes } = operation;
  const shown = [...reads, ...makes, ...writes].flatMap((one) => [one.name, one.text]);
  return [question, ...expected, given, ...evidence, verdict.reason, name, ...shown];
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  return `${text.slice(0, MAX_TEXT_CHARS).toWellFormed()}… [of ${text.length} characters]`;
}

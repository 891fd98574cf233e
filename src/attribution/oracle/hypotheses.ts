/**
 * Lists the possible verdicts with their initial probabilities. The tracer's own verdict starts
 * with the tracer's confidence. The rest is divided among the other suspects, all other operations
 * that handled the information, and errors of the annotation or the judge.
 */
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { ErrorType } from "../../protocol/error-types.ts";
import type { Trace } from "../attribute.ts";
import { annotationClaims } from "../claims/annotation-claims.ts";
import { lossFinding, responseFinding } from "../flow/find-losses.ts";
import type { LossFinding } from "../flow/finding.ts";
import { typeOfLoss } from "../flow/loss-type.ts";
import { lastRetrievalLoss } from "../flow/retrieval/retrieval-loss.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { contextSources } from "./context-sources.ts";
import type { InformationPaths, PathStep } from "./information-paths.ts";

export interface Hypothesis {
  readonly errorType: ErrorType;
  readonly op: string | null;
  /** Position of the operation in the execution order; -1 without an operation. */
  readonly at: number;
  /**
   * The loss of a detail by the operation. Undefined for an error in the annotation or of the
   * judge, and if the tracer has found no loss for this hypothesis.
   */
  readonly finding: LossFinding | undefined;
  /** Whether the operation lost a detail that it read from a memory unit. */
  readonly isFromMemory: boolean;
  readonly prior: number;
}

/**
 * The tracer's verdict and its other suspects get a part of the total probability. The rest is for
 * errors that the tracer does not suspect. For example, errors of the stage `write` get 0.3 of this
 * rest. The values sum to 1.
 */
const STAGE_SHARES = { write: 0.3, retrieval: 0.22, response: 0.28, annotation: 0.1, judge: 0.1 };
const WRITES: ReadonlySet<ErrorType> = new Set(["ExtractionError", "UpdateError", "DeletionError"]);
/**
 * The tracer's verdict gets its confidence as its probability. The tracer also names other
 * suspects. Together, these other suspects get this share of the probability that remains.
 */
const SUSPECTED = 0.3;
/**
 * The operations of a stage share its probability in proportion to their weights. Each operation
 * has the weight 1 at first. The weight is multiplied by `SIDE` if the operation only filled a
 * buffer, or if its output did not reach the context. The weight is multiplied by `READ_CARRIER` if
 * the operation read a text with the detail.
 */
const SIDE = 0.1;
const READ_CARRIER = 3;

export function hypothesesOf(
  { attribution, traced, about }: Trace,
  tracing: Tracing,
  paths: InformationPaths,
  confidence: number,
): Hypothesis[] {
  const table = new Table(tracing);
  const [decided, ...others] = traced?.findings ?? [];
  if (attribution.outcome === "attributed") {
    table.add(attribution.errorType, attribution.op, confidence, decided);
  }
  const doubt = 1 - table.total;
  const losses = decided?.flow?.losses ?? [];
  const suspected: LossFinding[] = [
    ...others,
    ...(traced?.ifFree.slice(0, 1) ?? []),
    ...losses.map((loss) => ({
      ...lossFinding(loss, tracing),
      ...{ need: decided?.need, inStore: [], flow: decided?.flow },
    })),
  ];
  const suspects = attribution.suspects.filter(
    ({ op, errorType }) => !WRITES.has(errorType) || paths.steps.has(op),
  );
  const named = suspects.reduce((sum, suspect) => sum + suspect.confidence, 0);
  for (const suspect of suspects) {
    const { op, errorType } = suspect;
    const finding = suspected.find((each) => each.op === op && each.errorType === errorType);
    table.add(errorType, op, (SUSPECTED * doubt * suspect.confidence) / named, finding);
  }
  const unnamed = doubt * (named > 0 ? 1 - SUSPECTED : 1);
  for (const { share, finding } of structural(tracing, paths, about.needs.needs[0], decided))
    table.add(finding.errorType, finding.op, unnamed * share, finding);
  if (about.isExpectedKnown) {
    // If the evidence of the annotation has the words of the expected answer, do not suspect the
    // annotation.
    const isSupported = !about.evidenceFound && annotationClaims(about).evidenceHasExpected;
    if (!isSupported)
      table.add("AnnotationError", null, unnamed * STAGE_SHARES.annotation, undefined);
    const judge = tracing.roles.judgeOp?.id ?? null;
    table.add("JudgeError", judge, unnamed * STAGE_SHARES.judge, undefined);
  }
  return table.all;
}

class Table {
  readonly #found = new Map<string, Hypothesis>();
  readonly #tracing: Tracing;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  get all(): Hypothesis[] {
    return [...this.#found.values()];
  }

  get total(): number {
    return this.all.reduce((sum, { prior }) => sum + prior, 0);
  }

  add(
    errorType: ErrorType,
    op: string | null,
    prior: number,
    finding: LossFinding | undefined,
  ): void {
    const key = `${errorType}\n${op}`;
    const known = this.#found.get(key);
    const { graph, roles } = this.#tracing;
    const chosen = known?.finding ?? finding;
    const isOutside = errorType === "AnnotationError" || errorType === "JudgeError";
    if (chosen === undefined && !isOutside && known === undefined) return;
    this.#found.set(key, {
      ...{ errorType, op, finding: chosen },
      at: op === null ? -1 : (executionOrder(graph).get(op) ?? 0),
      isFromMemory: chosen?.carrier != null && roles.isUnit(chosen.carrier),
      prior: (known?.prior ?? 0) + prior,
    });
  }
}

/**
 * Returns every loss of the detail that is possible in this graph: at each operation on the paths,
 * at each retrieval operation, and at the answering operation. The caller has a probability for all
 * errors that the tracer does not suspect. `share` is the fraction (0 to 1) of this probability
 * that a loss gets. The fractions sum to less than 1, because an error of the annotation or of the
 * judge gets a fraction too.
 */
function structural(
  tracing: Tracing,
  paths: InformationPaths,
  need: LossFinding["need"],
  decided: LossFinding | undefined,
): { readonly share: number; readonly finding: LossFinding }[] {
  const { roles, graph } = tracing;
  const order = executionOrder(graph);
  const common = { need: decided?.need ?? need, flow: decided?.flow };
  const writes = [...paths.steps].flatMap(([op, steps]) =>
    [...Map.groupBy(steps, (step) => typeOfLoss(step, tracing))].map(([errorType, own]) => {
      const step = bestStep(own, decided, tracing);
      const isRead = decided?.flow?.reached.has(step.from) === true;
      const weight = (isBuffered(step, tracing) ? SIDE : 1) * (isRead ? READ_CARRIER : 1);
      const finding: LossFinding = {
        ...{ errorType, op, link: step.link, carrier: step.from, at: step.at },
        ...{ ...common, inStore: [] },
      };
      return { weight, finding };
    }),
  );
  const found = new Set(decided?.inStore);
  const stating = tracing.store.filter(({ id }) =>
    found.size > 0 ? found.has(id) : decided?.flow?.reached.has(id),
  );
  const likeliest = {
    ...lastRetrievalLoss(common.need ? [common.need] : [], stating, tracing),
    ...common,
    inStore: stating.map(({ id }) => id),
  };
  const leadsToContext = contextSources(tracing);
  const retrievals = roles.retrievalOps.map((op) => {
    const links = graph.linksOf(op.id);
    const weight = links.some(({ to }) => leadsToContext(to)) ? 1 : SIDE;
    const other = {
      ...likeliest,
      op: op.id,
      link: links[0]?.id ?? null,
      at: order.get(op.id) ?? 0,
    };
    return op.id === likeliest.op
      ? { weight: 2 * weight, finding: likeliest }
      : { weight, finding: other };
  });
  const response = responseFinding(
    common.need && { need: common.need, flow: common.flow },
    tracing,
  );
  return [
    ...shared(writes, STAGE_SHARES.write),
    ...shared(retrievals, STAGE_SHARES.retrieval),
    { share: STAGE_SHARES.response, finding: response },
  ].filter(({ finding }) => finding.op !== null);
}

/** Whether the step wrote a new version of a variable outside the memory, such as a buffer. */
function isBuffered({ from, to }: PathStep, { graph, roles }: Tracing): boolean {
  const isVersion = graph.variables.get(from)?.fullName === graph.variables.get(to)?.fullName;
  return isVersion && !roles.isUnit(to);
}

function bestStep(
  steps: readonly PathStep[],
  decided: LossFinding | undefined,
  tracing: Tracing,
): PathStep {
  const read = steps.filter((step) => decided?.flow?.reached.has(step.from));
  const main = (read.length > 0 ? read : steps).filter((step) => !isBuffered(step, tracing));
  const [best = steps[0]] = main.length > 0 ? main : read;
  if (best === undefined) throw new Error("An operation on the way has a step.");
  return best;
}

function shared<T extends { readonly weight: number }>(found: readonly T[], share: number) {
  const total = found.reduce((sum, { weight }) => sum + weight, 0);
  return found.map((each) => ({ ...each, share: (share * each.weight) / total }));
}

import type { AnswerBase, CarriedFact, StepOn } from "./answer-base.ts";

/** The caller asks what effect these variables and operations had on an answer. */
export interface ImpactStart {
  readonly variables: ReadonlySet<string>;
  /** Ids of operations. To ask about a prompt, give all operations that read the prompt. */
  readonly operations: ReadonlySet<string>;
}

interface PathStep {
  readonly variable: string;
  /** The operation that read this variable on the path; null for the answer. */
  readonly op: string | null;
}

export interface Resting {
  /**
   * The facts of the answer that depend on the given variables or operations (`ImpactStart`): each
   * fact reached the answer on a path through one of them.
   */
  readonly facts: readonly string[];
  /**
   * Whether one of these facts reached the answer only through the given variables or operations.
   */
  readonly isOnly: boolean;
  /** The shortest path of the first fact in `facts` to the answer. */
  readonly path: readonly PathStep[];
}

/**
 * Finds the facts of the answer that passed through a variable or an operation of `start`. Returns
 * undefined if there are none.
 */
export function restingOn(base: AnswerBase, start: ImpactStart): Resting | undefined {
  const through = base.facts.flatMap((fact) => {
    const path = pathOf(fact, base.answer, start);
    return path === undefined ? [] : [{ fact, path }];
  });
  const [first] = through;
  if (first === undefined) return undefined;
  return {
    facts: through.map(({ fact }) => fact.text),
    isOnly: through.some(({ fact }) => !hasOtherWay(fact, base.answer, start)),
    path: first.path,
  };
}

/** Returns the shortest path from a given variable or operation to the answer. */
function pathOf(
  { steps }: CarriedFact,
  answer: string,
  { variables, operations }: ImpactStart,
): PathStep[] | undefined {
  const next = new Map<string, StepOn>();
  const into = stepsInto(steps);
  const seen = new Set([answer]);
  for (const id of seen) {
    for (const { op, from } of into.get(id) ?? []) {
      if (seen.has(from)) continue;
      seen.add(from);
      next.set(from, { op, to: id });
      if (variables.has(from) || operations.has(op)) return pathFrom(from, next);
    }
  }
  return undefined;
}

function pathFrom(from: string, next: ReadonlyMap<string, StepOn>): PathStep[] {
  const path: PathStep[] = [];
  let id = from;
  for (let step = next.get(id); step !== undefined; step = next.get(id)) {
    path.push({ variable: id, op: step.op });
    id = step.to;
  }
  return [...path, { variable: id, op: null }];
}

/**
 * Whether the fact also reached the answer on a path without the given variables and operations.
 * Such a path begins at a message that states the fact. If no message states the fact, the path can
 * begin at a variable that states the fact and was not made from another such variable.
 */
function hasOtherWay(
  { steps, messages }: CarriedFact,
  answer: string,
  { variables, operations }: ImpactStart,
): boolean {
  const into = stepsInto(steps);
  const seen = new Set([answer]);
  for (const id of seen) {
    const before = into.get(id) ?? [];
    const isSource = messages.size > 0 ? messages.has(id) : before.length === 0 && id !== answer;
    if (isSource) return true;
    for (const { op, from } of before) {
      if (!variables.has(from) && !operations.has(op)) seen.add(from);
    }
  }
  return false;
}

function stepsInto(steps: CarriedFact["steps"]) {
  const into = new Map<string, { readonly op: string; readonly from: string }[]>();
  for (const [from, all] of steps) {
    for (const { op, to } of all) {
      const known = into.get(to);
      if (known === undefined) into.set(to, [{ op, from }]);
      else known.push({ op, from });
    }
  }
  return into;
}

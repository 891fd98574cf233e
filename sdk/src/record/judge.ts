/** `@memtrace/sdk/judge`: records a judge function's results as verdicts. */
import type { MemTrace } from "../core/client.ts";
import { isObject } from "../core/encode.ts";
import type { Answer, Judgement } from "../core/options.ts";
import { traceFunction } from "../core/trace-function.ts";

type Judged = Judgement | Judgement["score"];

/**
 * Wraps the judge function so that every call records a verdict. The judge returns a score, or a
 * score with a reason. If it throws or rejects, nothing is recorded.
 */
export function judging<A extends Answer, R extends Judged | PromiseLike<Judged>>(
  memtrace: MemTrace,
  judge: (answer: A) => R,
): (answer: A) => R {
  return traceFunction(judge, ([answer]) => ({
    inside: (run) => run(),
    end: (given) => {
      const judgement = isObject(given) ? (given as Judgement) : { score: given as number };
      memtrace.verdict({ ...(answer as A), ...judgement });
    },
    fail: () => undefined,
  }));
}

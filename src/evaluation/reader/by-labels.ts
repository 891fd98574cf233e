/** Makes an attributor whose oracle gets answers from labels instead of a model. */
import { trace } from "../../attribution/attribute.ts";
import { withoutGuess } from "../../attribution/explain/undecided.ts";
import { consultOracle } from "../../attribution/oracle/oracle.ts";
import { ALWAYS_ASKED_TRUST } from "../../attribution/thresholds.ts";
import type { Attributor } from "../judged-case.ts";
import { NO_COST } from "../methods.ts";
import { type JudgedText, scriptedReader } from "./scripted-reader.ts";

/**
 * Answers the questions of the oracle from the case's labels instead of asking a model. If the case
 * has no label, the questions get no answer.
 */
export function byLabels(
  method: "oracle" | "hybrid",
  judged: JudgedText = () => undefined,
): Attributor {
  return async (evaluated) => {
    const first = trace(evaluated.graph, evaluated.failed);
    const read = scriptedReader({ ...evaluated, judged }) ?? (async () => undefined);
    const maxTrust = method === "oracle" ? ALWAYS_ASKED_TRUST : 1;
    const { attribution, answers } = await consultOracle(first, { read, maxTrust });
    const verdict = { ...withoutGuess(attribution), answers: [...answers] };
    return { attribution: verdict, cost: { ...NO_COST, calls: answers.length } };
  };
}

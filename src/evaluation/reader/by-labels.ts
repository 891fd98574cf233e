/** Makes an attributor whose oracle gets its answers from labels, not from a model. */
import { trace } from "../../attribution/attribute.ts";
import { withoutGuess } from "../../attribution/explain/undecided.ts";
import { consultOracle } from "../../attribution/oracle/oracle.ts";
import { ALWAYS_ASKED_TRUST } from "../../attribution/thresholds.ts";
import type { Attributor } from "../judged-case.ts";
import { NO_COST } from "../methods.ts";
import { type JudgedText, scriptedReader } from "./scripted-reader.ts";

/**
 * Makes an attributor for which labels answer the oracle's questions. If a case has no label, no
 * question is asked.
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

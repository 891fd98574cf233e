import type { Variable } from "../../graph/model.ts";
import type { Attribution, InferredAnswer } from "../../protocol/api/attribution.ts";
import type { InferredEvidence } from "../evidence/inferred-evidence.ts";
import type { About } from "../flow/trace-context.ts";
import { statementOf } from "../needs/inferred-answer.ts";
import { quoted } from "./reason.ts";
import { explainRivals } from "./undecided.ts";

/**
 * Adds the inferred answer to the verdict. If two likely messages state different values, the
 * verdict becomes undecided.
 */
export function withInferred(
  { attribution, about }: { readonly attribution: Attribution; readonly about: About },
  { evidence, value, rival }: InferredEvidence,
): Attribution {
  const [message] = evidence;
  if (message === undefined) return attribution;
  const read = (from: Variable, answer: string | undefined): InferredAnswer => {
    const words = statementOf(from, answer, about.question);
    return { answer: answer ?? words, from: from.id, words };
  };
  const first = read(message, value?.text);
  if (rival === undefined) return { ...attribution, inferred: [first] };
  const second = read(rival.message, rival.value.text);
  const said = [first, second].map(({ answer, from }) => `${quoted(answer)} (${from})`);
  return { ...explainRivals(attribution, said.join(" and "), about), inferred: [first, second] };
}

/** Options that change a trace before it is attributed. */
import type { TraceJson } from "../trace-file.ts";
import { mislabelled } from "./mislabel.ts";
import { withoutUnitNames } from "./nameless.ts";
import { renamed } from "./rename.ts";
import { rewordTrace } from "./reword.ts";

export interface Variation {
  readonly evidence: "given" | "found";
  /** Leaves out the expected answers. */
  readonly withoutExpected: boolean;
  readonly rename: boolean;
  /** Gives every operation and link a misleading category. */
  readonly mislabel: boolean;
  /** Share of the words to replace; 0 replaces no word. */
  readonly reword: number;
  readonly keepAnswer: boolean;
  /** Gives every version of a memory unit a different name. */
  readonly nameless: boolean;
  /**
   * How many times to attribute each case again. Each time, a different unrelated message is left
   * out.
   */
  readonly perturb: number;
  readonly seed: number;
}

/** Field that keeps the question's original id, because renaming may change the id. */
export const ORIGINAL_ID = "query_id_of_the_file";

export function varied(
  file: TraceJson,
  { rename, mislabel, reword, keepAnswer, nameless, seed }: Variation,
): TraceJson {
  const annotations = file.annotations.map((a) => ({ ...a, [ORIGINAL_ID]: a.query_id }));
  let made: TraceJson = { ...file, annotations };
  if (reword > 0) made = rewordTrace(made, { share: reword, keepAnswer, seed });
  if (nameless) made = withoutUnitNames(made, seed);
  if (mislabel) made = mislabelled(made);
  if (rename) made = renamed(made, seed);
  return made;
}

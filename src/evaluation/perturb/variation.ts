/** Options that change a trace before its attribution. */
import type { TraceJson } from "../trace-file.ts";
import { mislabelled } from "./mislabel.ts";
import { withoutUnitNames } from "./nameless.ts";
import { renamed } from "./rename.ts";
import { rewordTrace } from "./reword.ts";

export interface Variation {
  readonly evidence: "given" | "found";
  /** If true, the attributor gets no expected answers. */
  readonly withoutExpected: boolean;
  readonly rename: boolean;
  /** If true, each operation and link gets a misleading category. */
  readonly mislabel: boolean;
  /** Share of the words to replace, from 0 (none) to 1. */
  readonly reword: number;
  readonly keepAnswer: boolean;
  /** If true, each version of a memory unit gets a different name. */
  readonly nameless: boolean;
  /**
   * How often to attribute each case again. Each time, the trace lacks one random message that no
   * case needs.
   */
  readonly perturb: number;
  readonly seed: number;
}

/**
 * The field of an annotation in which the original `query_id` of the file is stored. Renaming
 * changes `query_id`, but the labels in other files use the original id.
 */
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

/**
 * Reads and writes a label's sub-kind, corrected expected answer and evidence. MemTraceBench has no
 * fields for them, so MemTrace defines its own names.
 */
import * as z from "zod";
import { Label } from "../../protocol/api/annotation/labels.ts";

type Annotation = Readonly<Record<string, unknown>>;
type Details = Pick<Label, "subKind" | "expected" | "evidence">;

const { subKind, expected, evidence } = Label.shape;

/**
 * A malformed field is ignored, because another program may have used its name for something else.
 */
const Fields = z.object({
  sub_kind: subKind.nullable().catch(null),
  corrected_golden_answers: expected.nullable().catch(null),
  corrected_evidence_ids: evidence.nullable().catch(null),
});
const NAMES: readonly string[] = Object.keys(Fields.shape);

export function detailFields({ subKind, expected, evidence }: Label): Annotation {
  return {
    ...(subKind === undefined ? {} : { sub_kind: subKind }),
    ...(expected === undefined ? {} : { corrected_golden_answers: expected }),
    ...(evidence === undefined ? {} : { corrected_evidence_ids: evidence }),
  };
}

export function withoutDetails(annotation: Annotation): Annotation {
  return Object.fromEntries(Object.entries(annotation).filter(([name]) => !NAMES.includes(name)));
}

/** @param isKnown whether the graph has this variable; other evidence is dropped */
export function readDetails(annotation: Annotation, isKnown: (id: string) => boolean): Details {
  const read = Fields.parse(annotation);
  const known = read.corrected_evidence_ids?.filter(isKnown) ?? [];
  return {
    ...(read.sub_kind ? { subKind: read.sub_kind } : {}),
    ...(read.corrected_golden_answers ? { expected: read.corrected_golden_answers } : {}),
    ...(known.length === 0 ? {} : { evidence: known }),
  };
}

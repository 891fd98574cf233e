/**
 * Tallies count answers in groups. A kind is the key of one group: a JSON array of the values of all
 * fields by which the answers are grouped. Triggers in the migration contain a copy of the SQL in
 * this file, so change both together.
 */
import type { CaseState } from "../../../protocol/api/api.ts";
import type { CaseSelection } from "../../../protocol/api/insights/case-selection.ts";
import type { ErrorType, Outcome, SubKind } from "../../../protocol/error-types.ts";
import type { CaseGroup } from "../../../reports/case-row.ts";

/**
 * Maximum number of kinds in a project. Tallies count the answers of all further kinds together. To
 * count them kind by kind, the service must read the answers' rows. Triggers in the migration
 * contain the same number, so change both together.
 */
export const MAX_KINDS = 2_000;

/**
 * The same SQL as `acceptsVerdict`: it is true if the label agrees with the verdict. It is null if
 * there is no label or the verdict is undecided.
 */
const agrees = (row: string) =>
  `iif(${row}.error_type is null or ${row}.label is null, null, exists (select 1 from json_each(json_insert(coalesce(${row}.label -> '$.also', '[]'), '$[#]', json(${row}.label))) as cause where cause.value ->> 'errorType' = ${row}.error_type and (cause.value ->> 'op' is null or cause.value ->> 'op' = ${row}.op)))`;

/** @param row SQL name of a row of `failed_case` */
export const wrongKind = (row: string) =>
  `json_array('wrong', ${row}.system, ${row}.session_category, iif(${row}.state = 'running', 'queued', ${row}.state), ${row}.outcome, ${row}.error_type, ${row}.sub_kind, ${row}.op_name, ${agrees(row)})`;

/** @param row SQL name of a row of `right_answer` */
export const rightKind = (row: string) =>
  `json_array('right', ${row}.system, ${row}.session_category)`;

type WrongKind = readonly [
  "wrong",
  system: string | null,
  sessionCategory: string | null,
  state: CaseState,
  outcome: Outcome | null,
  errorType: ErrorType | null,
  subKind: SubKind | null,
  opName: string | null,
  agrees: 0 | 1 | null,
];
type RightKind = readonly ["right", system: string | null, sessionCategory: string | null];
export type Kind = WrongKind | RightKind;

export const parseKind = (text: string): Kind => JSON.parse(text);

/** @param occurredAt time of the earliest case in the group */
export function groupOf(kind: WrongKind, count: number, occurredAt: number): CaseGroup {
  const [, system, sessionCategory, state, outcome, errorType, subKind, opName, agreed] = kind;
  const agrees = agreed === null ? null : agreed === 1;
  return {
    ...{ count, occurredAt, system, sessionCategory, state },
    ...{ outcome, errorType, subKind, opName, agrees },
  };
}

/**
 * Returns a group for the charts that show verdicts over time. The fields that these charts do not
 * use are null.
 */
export function verdictGroupOf(kind: WrongKind, count: number, occurredAt: number): CaseGroup {
  const none = { system: null, sessionCategory: null, subKind: null, opName: null, agrees: null };
  return { ...groupOf(kind, count, occurredAt), ...none };
}

const CARRIED = new Set([
  ...["from", "to", "outcome", "errorType", "subKind", "opName", "system", "sessionCategory"],
  ...["state", "agreement"],
]);
/**
 * Returns whether the filter can be answered from the tallies alone. Returns false if the filter
 * uses a field that no kind contains, such as the graph of a case. Then the cases must be read.
 */
export function isCarried(filter: CaseSelection): boolean {
  const { state, agreement } = filter;
  return (
    Object.entries(filter).every(([name, value]) => CARRIED.has(name) || value === undefined) &&
    (state === undefined || state === "done" || state === "failed") &&
    agreement !== "disputed"
  );
}

/**
 * Whether answers of this kind pass the filter. Ignores the filter's period. Call this only if
 * `isCarried(filter)` is true.
 */
export function passes(kind: Kind, filter: CaseSelection): boolean {
  const { system, sessionCategory, agreement } = filter;
  const equal = (asked: string | undefined, own: string | null) =>
    asked === undefined || asked === own;
  if (!equal(system, kind[1]) || !equal(sessionCategory, kind[2])) return false;
  if (kind[0] === "right") return true;
  const [, , , state, outcome, errorType, subKind, opName, agreed] = kind;
  return (
    equal(filter.state, state) &&
    equal(filter.outcome, outcome) &&
    equal(filter.errorType, errorType) &&
    equal(filter.subKind, subKind) &&
    equal(filter.opName, opName) &&
    (!agreement || agreed === (agreement === "agrees" ? 1 : 0))
  );
}

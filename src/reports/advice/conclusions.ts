/** The last section of a report: what the largest groups of errors mean, and what to do. */
import type { ReportConclusion } from "../../protocol/api/insights/reports.ts";
import type { SubKind } from "../../protocol/error-types.ts";
import type { AttributedRow } from "../case-row.ts";
import { findingTitle, largestGroups } from "../findings.ts";
import { surestOf } from "../representative-cases.ts";
import { adviceOn } from "./advice.ts";

const MAX_CONCLUSIONS = 3;
const MAX_CITED = 12;

/**
 * Builds one conclusion for each of the largest groups. The cases that a conclusion cites are in
 * this order: first the cases of the sub-kind that the advice is about, then the others. In both
 * parts, cases with a higher confidence come first.
 */
export function buildConclusions(rows: readonly AttributedRow[]): ReportConclusion[] {
  return largestGroups(rows)
    .slice(0, MAX_CONCLUSIONS)
    .map(({ errorType, opName, group }) => {
      const subKind = prevailing(group);
      const { meaning, action } = adviceOn(errorType, subKind);
      const share = `${group.length} of ${rows.length} attributed cases`;
      const shown = surestOf(group);
      const telling = shown.filter((row) => row.subKind === subKind);
      const cited = [...telling, ...shown.filter((row) => row.subKind !== subKind)];
      return {
        title: findingTitle(errorType, opName),
        meaning: `${meaning} ${saying(subKind, group)}With this step right, at most ${share} would be right.`,
        ...{ action, errorType, opName, count: group.length },
        cases: cited.slice(0, MAX_CITED).map(({ id }) => id),
      };
    });
}

function prevailing(group: readonly AttributedRow[]): SubKind | null {
  const [most] = [...Map.groupBy(group, ({ subKind }) => subKind)].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (most === undefined) return null;
  const [subKind, rows] = most;
  return 2 * rows.length > group.length ? subKind : null;
}

function saying(subKind: SubKind | null, group: readonly AttributedRow[]): string {
  if (subKind === null) return "";
  const count = group.filter((row) => row.subKind === subKind).length;
  return `${count} of ${group.length} are of the kind “${subKind}”. `;
}

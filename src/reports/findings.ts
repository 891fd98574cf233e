/**
 * The findings of a report: groups of similar errors, the largest first, each with representative
 * cases.
 */

import type { ReportBody } from "../protocol/api/insights/reports.ts";
import { ERROR_TYPES, type ErrorType } from "../protocol/error-types.ts";
import { type AttributedRow, type CaseFacts, isAttributed } from "./case-row.ts";
import type { ReportRow } from "./representative-cases.ts";
import { representativeCases, surestOf } from "./representative-cases.ts";
import { compareKeys, sharesBy } from "./shares.ts";
import { clamp } from "./text.ts";

type Finding = ReportBody["findings"][number];
type FindingRow = AttributedRow & ReportRow;

/** Maximum number of findings. A printed page has room for this many findings with their cases. */
const MAX_FINDINGS = 8;

const MAX_OPERATION_CHARS = 80;
const MAX_SYSTEM_CHARS = 80;

/** What the operation did wrong with the information that the answer needed. */
const MEANING: Record<ErrorType, { readonly did: string; readonly meaning: string }> = {
  ExtractionError: {
    did: "did not extract what was needed",
    meaning: "The conversation states the information, but it never entered the memory.",
  },
  UpdateError: {
    did: "dropped or changed what was needed",
    meaning: "The memory held the information until an update took it away.",
  },
  DeletionError: {
    did: "deleted what was needed",
    meaning: "The memory held the information until it was deleted.",
  },
  RetrievalError: {
    did: "did not retrieve what was needed",
    meaning: "The memory held the information, but it was not among what was retrieved.",
  },
  ResponseError: {
    did: "did not use what it was given",
    meaning: "The information was retrieved, but the answer does not state it.",
  },
  AnnotationError: {
    did: "met a wrong annotation",
    meaning: "The expected answer or its evidence is wrong; the memory may well be right.",
  },
  JudgeError: {
    did: "rejected a right answer",
    meaning: "The answer was judged wrong although it is right; the memory is not at fault.",
  },
};

/** The words that begin a sentence about a finding if its verdicts name no operation. */
const SUBJECT: Record<ErrorType, string> = {
  ExtractionError: "An extraction",
  UpdateError: "An update",
  DeletionError: "A deletion",
  RetrievalError: "A retrieval",
  ResponseError: "The response",
  AnnotationError: "The question",
  JudgeError: "The judge",
};

export function buildFindings(rows: readonly FindingRow[]): Finding[] {
  return largestGroups(rows).map(({ errorType, opName, group }) => ({
    title: findingTitle(errorType, opName),
    text: `${MEANING[errorType].meaning} ${figures(group, rows)}`,
    errorType,
    opName,
    count: group.length,
    cases: representativeCases(group),
  }));
}

/** Returns the ids of cases whose texts the findings can quote. */
export function casesToQuote(rows: readonly CaseFacts[]): string[] {
  const groups = largestGroups(rows.filter(isAttributed));
  return groups.flatMap(({ group }) => surestOf(group).map(({ id }) => id));
}

/** Groups the cases by error type and operation, the largest group first. */
export function largestGroups<Row extends AttributedRow>(rows: readonly Row[]) {
  const groups = ERROR_TYPES.flatMap((errorType) => {
    const ofType = rows.filter((row) => row.errorType === errorType);
    return [...Map.groupBy(ofType, (row) => row.opName)].map(([opName, group]) => ({
      errorType,
      opName,
      group,
    }));
  });
  return groups
    .sort((a, b) => b.group.length - a.group.length || compareGroups(a, b))
    .slice(0, MAX_FINDINGS);
}

export function findingTitle(errorType: ErrorType, opName: string | null): string {
  return `${subjectOf(errorType, opName)} ${MEANING[errorType].did}`;
}

interface GroupKey {
  readonly errorType: ErrorType;
  readonly opName: string | null;
}

function compareGroups(a: GroupKey, b: GroupKey): number {
  const byType = ERROR_TYPES.indexOf(a.errorType) - ERROR_TYPES.indexOf(b.errorType);
  return byType || compareKeys(a.opName, b.opName);
}

function subjectOf(errorType: ErrorType, opName: string | null): string {
  return opName === null ? SUBJECT[errorType] : clamp(opName, MAX_OPERATION_CHARS);
}

function figures(group: readonly FindingRow[], all: readonly FindingRow[]): string {
  const percent = Math.round((100 * group.length) / all.length);
  const confidence = group.reduce((sum, row) => sum + (row.confidence ?? 0), 0) / group.length;
  const sentences = [
    `${group.length} of ${all.length} attributed cases (${percent}%), mean confidence ${confidence.toFixed(2)}.`,
    systemSentence(group, all),
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

/**
 * Returns a sentence about the memory system with the most cases of the group. Null if the whole
 * period has only one memory system, or if no named system has the most cases.
 */
function systemSentence(group: readonly FindingRow[], all: readonly FindingRow[]): string | null {
  if (new Set(all.map((row) => row.system)).size < 2) return null;
  const [first, second] = sharesBy(group, (row) => row.system);
  if (first === undefined || first.key === null || first.count === second?.count) return null;
  const name = clamp(first.key, MAX_SYSTEM_CHARS);
  if (second === undefined) return `Only in ${name}.`;
  return `Most often in ${name} (${first.count} of ${group.length}).`;
}

/** Converts form fields to a report's filter, and the filter to text. */
import type { ReportFilter } from "../../protocol/api/insights/reports.ts";
import { isErrorType, LOOKS } from "../error-types.ts";
import { count } from "../text/time.ts";

/**
 * Splits the text at commas. For example, `namesIn("graphs", "a, b")` returns
 * `{ graphs: ["a", "b"] }`. If the text contains no name, returns an empty object.
 */
export function namesIn<Name extends "graphs" | "users">(
  field: Name,
  text: string,
): Partial<Record<Name, string[]>> {
  const names = text.split(",").flatMap((name) => name.trim() || []);
  return names.length === 0 ? {} : ({ [field]: names } as Record<Name, string[]>);
}

const LABELS: Readonly<Record<string, string>> = {
  ...{ errorType: "type", subKind: "sub-kind", opName: "operation", sessionCategory: "session" },
  ...{ proof: "replay", search: "words", promptVersion: "version", users: "end users" },
  user: "end user",
};

/**
 * Maximum number of names to show for one filter. If the filter has more names, the text says how
 * many others there are: "a, b, c and 2 more".
 */
const SHOWN_NAMES = 3;

interface FilterWords {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export function wordsOfFilter(filter: ReportFilter): FilterWords[] {
  return Object.entries(filter).map(([name, value]) => ({
    ...{ name, label: LABELS[name] ?? name },
    value: Array.isArray(value) ? listed(value) : textOf(String(value)),
  }));
}

function textOf(value: string): string {
  return isErrorType(value) ? LOOKS[value].label : value;
}

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN_NAMES;
  const shown = names.slice(0, SHOWN_NAMES).join(", ");
  return more > 0 ? `${shown} and ${count(more)} more` : shown;
}

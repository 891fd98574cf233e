/** Filters of the audit log in the URL. */
export interface AuditSearch {
  readonly person?: string;
  readonly action?: string;
  /** Id of a project. If set, the page lists only entries about this project. */
  readonly in?: string;
  readonly target?: string;
  /** First and last day, such as 2026-11-24, in the reader's time zone. */
  readonly from?: string;
  readonly to?: string;
}

const MAX_CHARS = 512;

/** Reads the filters from the URL. Ignores invalid values. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const text = (name: string) => {
    const value = raw[name];
    return typeof value === "string" && value !== "" ? value.slice(0, MAX_CHARS) : undefined;
  };
  const day = (name: string) => {
    const value = text(name);
    return value !== undefined && !Number.isNaN(Date.parse(`${value}T00:00`)) ? value : undefined;
  };
  const parsed = {
    ...{ person: text("person"), action: text("action"), in: text("in"), target: text("target") },
    ...{ from: day("from"), to: day("to") },
  };
  return parsed as AuditSearch;
}

/** What a message says, who says it and on which day: out of plain text or recorded JSON. */
import type { Variable } from "../graph/model.ts";
import { firstDate } from "./text/times.ts";

export interface MessageText {
  readonly content: string;
  readonly speaker: string | undefined;
  /** Day on which it was said, counted from 1970-01-01. */
  readonly day: number | undefined;
}

const CONTENT_KEYS = ["content", "text", "message", "body", "utterance"];
const SPEAKER_KEYS = ["speaker_name", "name", "speaker", "author", "user", "from"];
const TIME_KEYS = ["timestamp", "time", "date", "created_at", "at", "sent_at"];

export function readMessage(variable: Variable): MessageText {
  const record = asRecord(variable.value) ?? {};
  const metadata = variable.metadata ?? {};
  const content = pick(record, CONTENT_KEYS) ?? variable.value;
  const written = pick(record, TIME_KEYS) ?? pick(metadata, TIME_KEYS);
  const speaker =
    pick(record, SPEAKER_KEYS) ?? pick(metadata, ["speaker", "speakers", "speaker_name", "name"]);
  return {
    content,
    speaker:
      speaker !== undefined && /^\p{L}[\p{L} .'-]{1,40}$/u.test(speaker) ? speaker : undefined,
    day: written === undefined ? firstDate(variable.value) : firstDate(written),
  };
}

function pick(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string | undefined {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

function asRecord(value: string): Record<string, unknown> | undefined {
  if (!value.trimStart().startsWith("{")) return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a message: its text, its speaker and its day, from plain text or recorded JSON. */
import type { Variable } from "../../graph/model.ts";
import { firstDate } from "../../text/times.ts";

export interface MessageText {
  readonly content: string;
  readonly speaker: string | undefined;
  /** Day on which it was said, counted from 1970-01-01. */
  readonly day: number | undefined;
}

const CONTENT_KEYS = ["content", "text", "message", "body", "utterance"];
const SPEAKER_KEYS = ["speaker_name", "name", "speaker", "author", "user", "from"];
const TIME_KEYS = ["timestamp", "time", "date", "created_at", "at", "sent_at"];
/** A line of a log: the time in brackets, a name, what was said. */
const HEADED = /^\s*[[(]([^\])\n]*\d[^\])\n]*)[\])]\s*(\p{L}[\p{L} .'-]{0,40}):\s+([\s\S]+)$/u;

export function readMessage(variable: Variable): MessageText {
  const record = asRecord(variable.value) ?? {};
  const metadata = variable.metadata ?? {};
  const [, said, name, rest] = HEADED.exec(variable.value) ?? [];
  const content = pick(record, CONTENT_KEYS) ?? rest ?? variable.value;
  const written = pick(record, TIME_KEYS) ?? said ?? pick(metadata, TIME_KEYS);
  const speaker =
    pick(record, SPEAKER_KEYS) ??
    name ??
    pick(metadata, ["speaker", "speakers", "speaker_name", "name"]);
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

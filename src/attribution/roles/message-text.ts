/** Reads the text, speaker and day of a message, from plain text or JSON. */
import type { Variable } from "../../graph/model.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { firstDate } from "../../text/times.ts";

export interface MessageText {
  readonly content: string;
  readonly speaker: string | undefined;
  /** Day on which the message was sent, in days since 1970-01-01. */
  readonly day: number | undefined;
}

const CONTENT_KEYS = ["content", "text", "message", "body", "utterance"];
const SPEAKER_KEYS = ["speaker_name", "name", "speaker", "author", "user", "from"];
const TIME_KEYS = ["timestamp", "time", "date", "created_at", "at", "sent_at"];
/** Patterns for keys with a further word, such as "episode_body", "sender" and "reference_time". */
const CONTENT_KEY = /(?:^|_)(?:content|text|message|body|utterance|said)$/i;
const SPEAKER_KEY = /(?:^|_)(?:sender|speaker|author|user_?name|from)(?:_name)?$/i;
const TIME_KEY = /(?:^|_)(?:timestamp|time|date|datetime|created|sent)(?:_at)?$/i;
/** Matches the speaker's name before the message. Used only if no field names the speaker. */
const NAMED = /^\s*(?<name>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}):\s+(?<said>[\s\S]+)$/u;
/** Matches a line of a chat log: time in brackets, speaker, colon, message. */
const LOGGED =
  /^\s*[[(](?<time>[^\])\n\d]*\d[^\])\n]*)[\])]\s*(?<name>\p{L}[\p{L} .'-]{0,40}):\s+(?<said>[\s\S]+)$/u;
/** Matches a heading with the speaker and the time in brackets, and the message after it. */
const HEADED =
  /^[\s#>*_-]*(?<name>\p{L}[\p{L} .'-]{0,40}?)[*_]*\s*[[(](?<time>[^\])\n\d]*\d[^\])\n]*)[\])][*_]*(?:\s*\n+|:\s+)(?<said>[\s\S]+)$/u;
/** Matches the start tag of an XML element with speaker and time as attributes. */
const ELEMENT = /^\s*<(?<tag>[\w:-]+)(?<attributes>(?:\s+[\w:-]+="[^"]*")+)\s*>/u;

export function readMessage(variable: Variable): MessageText {
  const record = fieldsOf(variable.value) ?? markedUp(variable.value) ?? {};
  const metadata = variable.metadata ?? {};
  const text = pick(record, CONTENT_KEYS, CONTENT_KEY);
  const written = pick(record, TIME_KEYS, TIME_KEY) ?? pick(metadata, TIME_KEYS);
  const noted =
    pick(record, SPEAKER_KEYS, SPEAKER_KEY) ??
    pick(metadata, ["speaker", "speakers", "speaker_name", "name"]);
  const { name, said } = (noted === undefined && text && NAMED.exec(text)?.groups) || {};
  const [speaker, content] = [noted ?? name, said ?? text ?? variable.value];
  return {
    content,
    speaker:
      speaker !== undefined && /^\p{L}[\p{L} .'-]{1,40}$/u.test(speaker) ? speaker : undefined,
    day: written === undefined ? firstDate(variable.value) : firstDate(written),
  };
}

/**
 * A message in plain text can begin with its speaker and its time. If so, returns these and the
 * rest of the text as fields.
 */
function markedUp(value: string): Record<string, unknown> | undefined {
  const { name, time, said } = (LOGGED.exec(value) ?? HEADED.exec(value))?.groups ?? {};
  if (said !== undefined) return { name, time, content: said };
  const opening = ELEMENT.exec(value);
  if (opening === null) return undefined;
  const { attributes = "", tag = "" } = opening.groups ?? {};
  const fields = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, text]) => [
    key,
    text,
  ]);
  return { ...Object.fromEntries(fields), content: inside(value.slice(opening[0].length), tag) };
}

/**
 * Returns the text before the end tag of the element `tag`. If there is no end tag, returns the
 * whole text.
 */
function inside(rest: string, tag: string): string {
  const text = rest.trimEnd();
  const end = `</${tag}>`;
  return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

/**
 * Returns the first text that is not blank. Looks first at the fields in `keys`, and then at the
 * fields whose names match `other`.
 */
function pick(
  record: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  other?: RegExp,
): string | undefined {
  const further = other && Object.keys(record).filter((key) => other.test(key));
  for (const key of [...keys, ...(further ?? [])]) {
    const value = record[key];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

/** Reads the text, speaker and day of a message, from plain text or JSON. */
import type { Variable } from "../../graph/model.ts";
import { fieldsOf } from "../../protocol/json/json-fields.ts";
import { firstDate } from "../../text/times.ts";
import { piecesOfMessage } from "./plain-messages.ts";

export interface MessageText {
  readonly content: string;
  readonly speaker: string | undefined;
  /** Day on which the message was sent, in days since 1970-01-01. */
  readonly day: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const CONTENT_KEYS = ["content", "text", "message", "body", "utterance"];
const SPEAKER_KEYS = ["speaker_name", "name", "speaker", "author", "user", "from"];
const TIME_KEYS = ["timestamp", "time", "date", "created_at", "at", "sent_at"];
/** Patterns for other keys, such as "episode_body", "sender_name" and "reference_time". */
const CONTENT_KEY = /(?:^|_)(?:content|text|message|body|utterance|said)$/i;
const SPEAKER_KEY = /(?:^|_)(?:sender|speaker|author|user_?name|from|who)(?:_name)?$/i;
const TIME_KEY = /(?:^|_)(?:timestamp|time|date|datetime|created|sent|ts|when)(?:_at)?$/i;
/** Matches the speaker's name before the message, if the fields of a record name no speaker. */
const NAMED = /^\s*(?<name>\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*){0,2}):\s+(?<said>[\s\S]+)$/u;

export function readMessage(variable: Variable): MessageText {
  const fields = fieldsOf(variable.value);
  const parsed = fields && { ...nested(fields), ...fields };
  const record: Fields = parsed ?? piecesOfMessage(variable.value) ?? {};
  const metadata = variable.metadata ?? {};
  const text = pick(record, CONTENT_KEYS, CONTENT_KEY) ?? onlyProse(record);
  const written =
    pick(record, TIME_KEYS, TIME_KEY) ??
    pick(metadata, TIME_KEYS) ??
    (parsed && onlyValue(record, DATED));
  const noted =
    pick(record, SPEAKER_KEYS, SPEAKER_KEY) ??
    pick(metadata, ["speaker", "speakers", "speaker_name", "name"]) ??
    (parsed && text !== undefined ? onlyValue(record, FULL_NAME) : undefined);
  const { name, said } = (noted === undefined && text && NAMED.exec(text)?.groups) || {};
  const [speaker, content] = [(noted ?? name)?.split(/[,(<@|]/)[0]?.trim(), said ?? text];
  return {
    content: content ?? variable.value,
    speaker:
      speaker !== undefined && /^\p{L}[\p{L} .'-]{1,40}$/u.test(speaker) ? speaker : undefined,
    day: unixDay(record) ?? firstDate(written ?? variable.value),
  };
}

/**
 * Returns the fields of all objects that are values in the record. For example, returns
 * `{ text: "Hi" }` for the record `{ id: 7, payload: { text: "Hi" } }`.
 */
function nested(record: Fields): Fields {
  const objects = Object.values(record).filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  return Object.assign({}, ...objects);
}

/**
 * Returns the text of the first of these keys. If none of them has a text, returns the text of the
 * first key that matches `other`.
 */
function pick(record: Fields, keys: readonly string[], other?: RegExp): string | undefined {
  const further = other && Object.keys(record).filter((key) => other.test(key));
  for (const key of [...keys, ...(further ?? [])]) {
    const value = textOf(record[key]);
    if (value !== undefined && value.trim() !== "") return value;
  }
  return undefined;
}

/** Returns the text of a string, or of an array such as `[{ type: "text", text: "…" }]`. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null || !("text" in item)) return [];
    return typeof item.text === "string" ? item.text : [];
  });
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Matches the seconds or milliseconds since 1970 of a time after September 2001. */
const UNIX_TIME = /^(?<seconds>[1-9]\d{9})(?:\d{3})?(?:\.\d{1,9})?$/;
const SECONDS_A_DAY = 86_400;

/** Returns the day of a time that is written as a number, in days since 1970. */
function unixDay(record: Fields): number | undefined {
  for (const key of Object.keys(record)) {
    if (!TIME_KEYS.includes(key) && !TIME_KEY.test(key)) continue;
    const value = record[key];
    if (typeof value !== "string" && typeof value !== "number") continue;
    const { seconds } = UNIX_TIME.exec(`${value}`)?.groups ?? {};
    if (seconds !== undefined) return Math.floor(Number(seconds) / SECONDS_A_DAY);
  }
  return undefined;
}

const DATED = /^(?:19|20)\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d.{0,16})?$/u;
const FULL_NAME = /^\p{Lu}[\p{Ll}'-]+\.?(?: \p{Lu}[\p{L}.'-]*){0,2}$/u;
/**
 * Maximum number of words of a label, such as a name. A field with an unknown key can contain the
 * text of the message only if its value has more words.
 */
const LABEL_WORDS = 3;

/** Returns the value that matches, if exactly one field has such a value. */
function onlyValue(record: Fields, pattern: RegExp): string | undefined {
  const [found, ...others] = Object.values(record).filter(
    (value) => typeof value === "string" && pattern.test(value),
  );
  return others.length === 0 && typeof found === "string" ? found : undefined;
}

/** Returns the text of the only field that has more than a few words. */
function onlyProse(record: Fields): string | undefined {
  const [found, ...others] = Object.values(record).filter(
    (value) => typeof value === "string" && value.trim().split(/\s+/).length > LABEL_WORDS,
  );
  return others.length === 0 && typeof found === "string" ? found : undefined;
}

/**
 * Splits a message in plain text into the speaker, the time and the text. Chat logs, e-mails and
 * XML elements write them in different ways.
 */

/** Pieces of a message, with the same names as the fields of a JSON record. */
type Pieces = Readonly<Record<string, unknown>>;

const NAME = "\\p{L}[\\p{L} .'-]{0,40}";
const BRACKETED = "[[(](?<time>[^\\])\\n\\d]*\\d[^\\])\\n]*)[\\])]";
const CLOCKED =
  "(?<time>\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}(?:,?[ T]\\d{1,2}[:h]\\d\\d[^\\s|]{0,12}(?: [ap]m)?)?)";

const FORMS: readonly RegExp[] = [
  // Time in brackets, speaker, colon, message.
  `^\\s*${BRACKETED}\\s*(?<name>${NAME}):\\s+(?<said>[\\s\\S]+)$`,
  // Heading with the speaker and the time in brackets, and the message after it.
  `^[\\s#>*_-]*(?<name>${NAME}?)[*_]*\\s*${BRACKETED}[*_]*(?:\\s*\\n+|:\\s+)(?<said>[\\s\\S]+)$`,
  // Time, speaker in angle brackets, message.
  `^\\s*(?:(?:${BRACKETED}|${CLOCKED.replace("time", "clock")}) {0,4})?<(?<name>[\\p{L}_][\\p{L}\\p{N}_ .'-]{0,40})>:?\\s+(?<said>[\\s\\S]+)$`,
  // Time and speaker, separated by bars or tabs.
  `^\\s*${CLOCKED} {0,4}[|\\t] {0,4}(?<name>\\p{L}[^|\\t\\n]{1,60}?) {0,4}[|\\t]\\s*(?<said>[\\s\\S]+)$`,
  // Time without brackets, speaker, colon or ">", message.
  `^\\s*${CLOCKED}(?: {0,4}[-–—|])? {1,4}(?<name>${NAME})[:>]\\s+(?<said>[\\s\\S]+)$`,
].map((form) => new RegExp(form, "u"));

/** Matches the start tag of an XML element with speaker and time as attributes. */
const ELEMENT = /^\s*<(?<tag>[\w:-]+)(?<attributes>(?:\s+[\w:-]+="[^"]*")+)\s*>/u;

/** Matches the header lines of an e-mail, which an empty line ends. */
const MAIL = /^\s*(?<header>(?:[A-Z][\w-]{1,20}:[^\n]{0,400}\n){2,20})\r?\n(?<said>[\s\S]+)$/u;
const HEADER = /^(?<key>[\w-]+): ?(?<text>.*)$/gmu;

/** Returns undefined if the text has none of the known forms. */
export function piecesOfMessage(value: string): Pieces | undefined {
  for (const form of FORMS) {
    const { name, time, clock, said } = form.exec(value)?.groups ?? {};
    if (said !== undefined) return { name, time: time ?? clock, content: said };
  }
  return mailOf(value) ?? elementOf(value);
}

function mailOf(value: string): Pieces | undefined {
  const { header, said } = MAIL.exec(value)?.groups ?? {};
  if (header === undefined) return undefined;
  const lines = [...header.matchAll(HEADER)].map(({ groups }) => [
    groups?.key?.toLowerCase(),
    groups?.text?.trim(),
  ]);
  const { from, date, sent, subject } = Object.fromEntries(lines);
  if (from === undefined) return undefined;
  const name = from.replace(/\s*<[^>]*>\s*$/u, "").replace(/^"|"$/gu, "");
  return { name, time: date ?? sent, content: subject ? `${subject}\n${said}` : said };
}

function elementOf(value: string): Pieces | undefined {
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

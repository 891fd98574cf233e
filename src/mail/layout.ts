/** Composes an e-mail's plain text and HTML from its parts. Escapes every value. */
import type { LetterText } from "./letter.ts";

export interface LetterParts {
  readonly subject: string;
  /** Plain texts, one per paragraph. */
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** For example the time and the browser of a sign-in. */
  readonly facts?: readonly (readonly [name: string, value: string])[];
  /** Why the reader gets this e-mail, and what to do if it is not for them. */
  readonly closing: string;
  /** A link below `closing`. */
  readonly closingLink?: { readonly label: string; readonly url: string };
}

const MAX_SUBJECT_CHARS = 150;

/** The HTML follows the reader's light or dark mode. It loads no other files. */
export function layOut({
  subject,
  paragraphs,
  button,
  facts = [],
  closing,
  closingLink,
}: LetterParts): LetterText {
  const line = oneLine(subject);
  const text = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    `--\n${closing}${closingLink ? `\n${closingLink.label}: ${closingLink.url}` : ""}`,
  ].join("\n\n");
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(button ? [buttonHtml(button)] : []),
    ...(facts.length > 0 ? [factsHtml(facts)] : []),
    `<p class="quiet" style="margin-top:32px;font-size:13px">${escapeHtml(closing)}${closingLink ? linkHtml(closingLink) : ""}</p>`,
  ].join("\n");
  return { subject: line, text: `${text}\n`, html: page(line, body) };
}

/**
 * Inserts invisible joiners into a text. Otherwise, mail programs would turn parts that look like
 * an address, such as `example.com`, into links.
 */
export function chosenName(name: string): string {
  return oneLine(name).replace(/([.:/@\\])(?=\S)/g, "$1\u2060");
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/** Characters that change the direction of writing. A text with them can look like another text. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A subject with several lines could add headers, so it becomes one line. */
function oneLine(text: string): string {
  const line = text
    .replace(DIRECTION, "")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  const chars = [...line];
  return chars.length > MAX_SUBJECT_CHARS
    ? `${chars.slice(0, MAX_SUBJECT_CHARS - 1).join("")}…`
    : line;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p class="quiet" style="font-size:13px">Or open this address:<br><a href="${address}" style="word-break:break-all">${address}</a></p>`;
}

const linkHtml = ({ label, url }: { label: string; url: string }): string =>
  `<br>${escapeHtml(label)}: <a href="${escapeHtml(url)}" style="word-break:break-all">${escapeHtml(url)}</a>`;

function factsHtml(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td class="quiet" style="padding:2px 16px 2px 0;vertical-align:top">${escapeHtml(name)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse">${rows.join("")}</table>`;
}

/**
 * The page sets no background colour, so it has the colours of the reader's mail program. The
 * page's own colours are readable on white and on black: their contrast is at least 4.5.
 */
function page(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
.quiet { color: #595f69; }
a { color: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  .quiet { color: #a8afba !important; }
  a:not(.button) { color: #8ab8ff !important; }
}
</style>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="font-weight:700">MemTrace</p>
${body}
</div>
</body>
</html>
`;
}

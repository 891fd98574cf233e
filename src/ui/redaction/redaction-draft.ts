/**
 * Holds the redaction settings as text, the way a person types them into the form. Each line has a
 * name, an equals sign, and then a pattern or a list of words.
 */
import type { RedactedKind, RedactionSettings } from "../../protocol/api/redaction.ts";

export const KIND_LABELS: Readonly<Record<RedactedKind, string>> = {
  email: "E-mail addresses",
  phone: "Phone numbers",
  card: "Payment cards",
  iban: "IBANs",
  ip: "IP addresses",
  secret: "Keys and tokens",
};
export const KINDS = Object.keys(KIND_LABELS) as RedactedKind[];

export interface RedactionDraft {
  readonly kinds: readonly RedactedKind[];
  readonly patterns: string;
  readonly lists: string;
}

export function draftOf({ kinds, patterns, lists }: RedactionSettings): RedactionDraft {
  return {
    kinds,
    patterns: patterns.map(({ name, pattern }) => `${name} = ${pattern}`).join("\n"),
    lists: lists.map(({ name, words }) => `${name} = ${words.join(", ")}`).join("\n"),
  };
}

export function settingsOf({ kinds, patterns, lists }: RedactionDraft): RedactionSettings {
  return {
    kinds: KINDS.filter((kind) => kinds.includes(kind)),
    patterns: linesOf(patterns).map(([name, pattern]) => ({ name, pattern })),
    lists: linesOf(lists).map(([name, words]) => ({
      name,
      words: words
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    })),
  };
}

/** Splits each line at its first equals sign into a name and a text. */
function linesOf(text: string): [string, string][] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const sign = line.indexOf("=");
      return sign < 0 ? [line, ""] : [line.slice(0, sign).trim(), line.slice(sign + 1).trim()];
    });
}

/**
 * Redacts an event before it is stored. The same value gets the same pseudonym in texts, names, ids
 * and metadata. So a reference to a redacted id still finds its record. A splice can be redacted
 * only together with the value that it changes (see redact-splice.ts).
 */

import type { FailedCase } from "../protocol/api/attribution.ts";
import type { TraceEvent, VariableEvent } from "../protocol/events/events.ts";
import { isExactNumber } from "../protocol/json/exact-json.ts";
import { pseudonyms } from "./pseudonym.ts";
import type { Redactor, Replacement } from "./redactor.ts";

/**
 * The field in `origin` with the list of the replaced parts of a value. A later splice needs this
 * list: its positions refer to the original value, but only the redacted value is stored.
 */
const REPLACED = "memtrace:redacted";

const VERSION = /@\d+$/;

/**
 * Returns the given object itself if nothing had to be replaced. The inserted text of a splice is
 * not redacted here, but by `redactSplice`.
 */
export function redactEvent(event: TraceEvent, redactor: Redactor): TraceEvent {
  const changes: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(event)) {
    const made = redactedField(field, value, redactor);
    if (made !== value) changes[field] = made;
  }
  if (event.type === "variable" && event.value !== undefined) {
    const { text, replaced } = redactor.redact(event.value);
    if (replaced.length > 0) {
      changes.value = text;
      changes.origin = withReplaced(changes.origin ?? event.origin, replaced);
    }
  }
  return Object.keys(changes).length === 0 ? event : ({ ...event, ...changes } as TraceEvent);
}

/** Ignores a malformed list, because clients can send anything in this field. */
export function replacedIn(origin: VariableEvent["origin"]): readonly Replacement[] {
  const noted = origin?.[REPLACED];
  return isReplacements(noted) ? noted : [];
}

function isReplacements(noted: unknown): noted is readonly Replacement[] {
  return Array.isArray(noted) && noted.every(isReplacement);
}

function isReplacement(noted: unknown): noted is Replacement {
  return Array.isArray(noted) && noted.length === 3 && noted.every(isPosition);
}

const isPosition = (noted: unknown) => Number.isSafeInteger(noted) && Number(noted) >= 0;

export function withReplaced(origin: unknown, replaced: readonly Replacement[]) {
  return { ...(origin as Record<string, unknown> | undefined), [REPLACED]: replaced };
}

/**
 * Returns the redacted value of an event's field. If nothing in it must be redacted, this is
 * `value` itself and not a copy.
 * @param field decides how the value is redacted; an unknown field is redacted as JSON
 */
export function redactedField(field: string, value: unknown, redactor: Redactor): unknown {
  switch (field) {
    case "value":
    case "type":
    case "status":
      return value;
    case "splice": {
      const { of, ...splice } = value as { readonly of: string };
      const made = redactedId(of, redactor);
      return made === of ? value : { of: made, ...splice };
    }
    case "id":
    case "graph":
    case "session":
    case "op":
    case "link":
    case "ref":
    case "from":
    case "to":
    case "mutates":
    case "queryRef":
    case "predictionRef":
    case "name":
    case "class":
    case "category":
    case "system":
      return typeof value === "string" ? redactedId(value, redactor) : value;
    case "evidence":
      return everyItem(value, (id) => redactedId(String(id), redactor));
    default:
      return redactedJson(value, redactor);
  }
}

/**
 * Redacts an id such as `class:name@3`. It redacts each part between colons separately, and keeps
 * the version at the end. So the result is the id of the variable with the redacted class and name.
 * Different ids stay different.
 */
export function redactedId(id: string, redactor: Redactor): string {
  if (redactor.isHarmless(id)) return id;
  const version = VERSION.exec(id)?.[0] ?? "";
  const written = id.slice(0, id.length - version.length);
  const parts: string[] = [];
  let end = 0;
  for (const { 0: known, index } of written.matchAll(pseudonyms())) {
    parts.push(redactedParts(written.slice(end, index), redactor), known);
    end = index + known.length;
  }
  parts.push(redactedParts(written.slice(end), redactor));
  return parts.join("") + version;
}

function redactedParts(text: string, redactor: Redactor): string {
  return text
    .split(":")
    .map((part) => redactor.redact(part, true).text)
    .join(":");
}

/** Also redacts keys. Returns the same value if nothing changed. */
function redactedJson(value: unknown, redactor: Redactor): unknown {
  if (typeof value === "string") return redactor.text(value);
  if (typeof value !== "object" || value === null || isExactNumber(value)) return value;
  if (Array.isArray(value)) return everyItem(value, (item) => redactedJson(item, redactor));
  let isChanged = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    // This field has the positions of redacted values, which an earlier redaction stored. They are
    // numbers, so keep them unchanged.
    if (key === REPLACED && isReplacements(item)) return [key, item];
    const made = redactedJson(item, redactor);
    const name = redactor.text(key);
    if (made !== item || name !== key) isChanged = true;
    return [name, made];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function everyItem(value: unknown, change: (item: unknown) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const made = value.map(change);
  return made.some((item, index) => item !== value[index]) ? made : value;
}

/** Redacts a case from a person or a file: its texts and its record ids. */
export function redactCase<C extends FailedCase>(failed: C, redactor: Redactor): C {
  const { query, prediction, expected, evidence, judgeReason } = failed;
  const ids = ["queryId", "predictionId", "expectedId"] as const;
  const named = ids.flatMap((field) => {
    const id = failed[field];
    return id === undefined ? [] : [[field, redactedId(id, redactor)]];
  });
  return {
    ...failed,
    ...Object.fromEntries(named),
    query: redactor.text(query),
    prediction: redactor.text(prediction),
    expected: expected.map((text) => redactor.text(text)),
    evidence: evidence.map((id) => redactedId(id, redactor)),
    ...(judgeReason === undefined ? {} : { judgeReason: redactor.text(judgeReason) }),
  };
}

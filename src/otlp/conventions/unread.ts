/**
 * Finds an attribute that seems to have content but that no known convention has read. The service
 * then tells the sender the key of this attribute.
 */
import type { AttributeValue } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import type { SpanContent } from "./content.ts";
import { EVENT_CONTENT, isMessage } from "./message-events.ts";

const OF_INPUT = /input|prompt|request|quer(?:y|ies)|question|arg(?:ument)?s/i;
const OF_OUTPUT = /output|completion|response|results?|answer|reply|choices/i;
const OF_EITHER = /messages?|content|events|texts?\b|said/i;
/** Attributes with these keys describe the call and are no content. */
const ABOUT_THE_CALL =
  /^(?:exception|error|http|url|rpc|db|code|server|client|network|net|otel|telemetry|service|user_agent|logfire|thread)\b|(?:description|schema|definitions|tools|format|reasons?|model|header)s?$/i;
/** Matches sentences and data, but not ids, names and figures. */
const SAYS_SOMETHING = /^\s*[[{].{16}|\S\s+\S+\s+\S/s;

/** Returns the key of an attribute that looks like unread content; undefined for none. */
export function unreadIn({ attributes, events }: Span, content: SpanContent): string | undefined {
  const { inputs, outputs } = content;
  const isMissing = (key: string) =>
    inputs === undefined
      ? OF_INPUT.test(key) ||
        (outputs === undefined && (OF_OUTPUT.test(key) || OF_EITHER.test(key)))
      : outputs === undefined && OF_OUTPUT.test(key);
  const named = [
    ...attributes,
    ...events.flatMap((event) =>
      isMessage(event.name) || /exception/.test(event.name) ? [] : [...event.attributes],
    ),
  ];
  const isUnread = ([key, value]: readonly [string, AttributeValue]) =>
    key === EVENT_CONTENT ||
    (isMissing(key) &&
      !ABOUT_THE_CALL.test(key) &&
      SAYS_SOMETHING.test(typeof value === "string" ? value : JSON.stringify(value)));
  return named.find(isUnread)?.[0];
}

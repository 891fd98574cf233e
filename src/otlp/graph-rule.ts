/**
 * Chooses the graph of a span. A memory outlives a trace, so the graph belongs to the user. If the
 * user is unknown, it belongs to the conversation. If the conversation is unknown too, it belongs
 * to the trace.
 */
import { ADDRESSABLE } from "../protocol/events/names.ts";
import { type Attributes, textOf } from "./encoding/attributes.ts";
import type { Span } from "./encoding/spans.ts";
import { hashOf } from "./events/text-hash.ts";

export interface GraphChoice {
  readonly graph: string;
  readonly by: "attribute" | "user" | "conversation" | "trace";
  readonly user?: string;
  /** The id of the conversation; without a conversation, the id of the trace. */
  readonly session: string;
  readonly system?: string;
}

const GRAPH_KEYS = ["memtrace.graph"];
const USER_KEYS = [
  "user.id",
  "enduser.id",
  "langfuse.user.id",
  "ai.telemetry.metadata.userId",
  "traceloop.association.properties.user_id",
  "memory.scope.user_id",
  "mastra.metadata.userId",
  "langfuse.trace.metadata.owner_id",
];
const SYSTEM_KEYS = ["memtrace.system", "memory.sut.name"];
const CONVERSATION_KEYS = [
  "gen_ai.conversation.id",
  "session.id",
  "langfuse.session.id",
  "ai.telemetry.metadata.sessionId",
  "traceloop.association.properties.session_id",
  "mastra.metadata.threadId",
  "gcp.vertex.agent.session_id",
];

/** Maximum length of a graph's id; see `GraphId`. */
const MAX_ID_CHARS = 240;

/**
 * Chooses the graph for each span of a request. The graph depends on three values: the graph's id,
 * the user and the conversation. Looks for each of them in these places, and takes the first one
 * that it finds:
 * - the span's own attributes
 * - the span's nearest ancestor in the request that has a value
 * - the spans of the same trace in the request, if all their values are equal
 * - the resource
 */
export function chooseGraph(spans: readonly Span[]): (span: Span) => GraphChoice {
  const byId = new Map(spans.map((span) => [`${span.traceId}:${span.spanId}`, span]));
  const lookups = [GRAPH_KEYS, USER_KEYS, CONVERSATION_KEYS].map((keys) =>
    inheriting(spans, byId, keys),
  );
  // Compute the id of each text only once. Many spans can have the same text, because all spans of
  // a resource get the resource's texts. Such a text can be nearly as long as the request.
  const usable = remembered(usableId);
  const ofUser = remembered((user) => usableId(`user:${user}`));
  const ofConversation = remembered((text) => usableId(`conversation:${text}`));
  return (span) => {
    const [named, user, conversation] = lookups.map((lookup) => lookup(span));
    const system = textOf(span.attributes, ...SYSTEM_KEYS) ?? textOf(span.resource, ...SYSTEM_KEYS);
    const about = {
      session: usable(conversation ?? span.traceId),
      ...(user === undefined ? {} : { user: usable(user) }),
      ...(system === undefined ? {} : { system: usable(system) }),
    };
    if (named !== undefined) return { graph: usable(named), by: "attribute", ...about };
    if (user !== undefined) return { graph: ofUser(user), by: "user", ...about };
    if (conversation === undefined) {
      return { graph: `trace:${span.traceId}`, by: "trace", ...about };
    }
    return { graph: ofConversation(conversation), by: "conversation", ...about };
  };
}

function remembered(idOf: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const id = known.get(text) ?? idOf(text);
    known.set(text, id);
    return id;
  };
}

function inheriting(
  spans: readonly Span[],
  byId: ReadonlyMap<string, Span>,
  keys: readonly string[],
): (span: Span) => string | undefined {
  const read = (attributes: Attributes) => textOf(attributes, ...keys);
  const ofTrace = new Map<string, Set<string>>();
  /**
   * Maps a span to its own value, or to the value of an ancestor if it has none. Because each
   * result is kept, the time grows only linearly, even if spans are nested deeply.
   */
  const known = new Map<Span, string | undefined>();
  for (const span of spans) {
    const { traceId } = span;
    const value = read(span.attributes);
    if (value === undefined) continue;
    known.set(span, value);
    ofTrace.set(traceId, (ofTrace.get(traceId) ?? new Set()).add(value));
  }
  const parentOf = ({ traceId, parentSpanId }: Span) =>
    parentSpanId === undefined ? undefined : byId.get(`${traceId}:${parentSpanId}`);
  const inherited = (span: Span) => {
    const below: Span[] = [];
    let at: Span | undefined = span;
    for (; at !== undefined && !known.has(at); at = parentOf(at)) {
      // If the parents form a circle, this entry ends the loop, and the spans in the circle inherit
      // nothing.
      known.set(at, undefined);
      below.push(at);
    }
    const value = at && known.get(at);
    for (const heir of below) known.set(heir, value);
    return value;
  };
  return (span) => {
    const agreed = ofTrace.get(span.traceId);
    if (agreed === undefined) return read(span.resource);
    return inherited(span) ?? (agreed.size === 1 ? [...agreed][0] : read(span.resource));
  };
}

/**
 * Returns a valid id. Control characters and lone surrogates are replaced. If the text is too long,
 * it is cut and gets a hash at its end. The texts `.` and `..` get a hash too, because a URL path
 * cannot contain them.
 */
export function usableId(id: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it replaces
  const clean = id.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, "\ufffd");
  return clean.length <= MAX_ID_CHARS && ADDRESSABLE.test(clean)
    ? clean
    : `${clean.slice(0, 200).toWellFormed()}#${hashOf(id)}`;
}

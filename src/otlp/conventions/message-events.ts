/**
 * Reads GenAI's conventions up to version 1.36, with one event per message: `gen_ai.user.message`,
 * `gen_ai.choice`. Pydantic AI puts the same events as a list into one attribute.
 */
import { type AttributeValue, dataOf, parsed } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";
import { messagesIn } from "./chat-messages.ts";
import type { Content, SpanContent } from "./content.ts";

const MESSAGE = /^gen_ai\.(system|user|assistant|tool)\.message$/;
const CHOICE = "gen_ai.choice";
/** The content attribute of Azure's and Semantic Kernel's events. */
export const EVENT_CONTENT = "gen_ai.event.content";
const EVENT_LIST = "events";

type Body = Readonly<Record<string, unknown>>;

/** Returns the messages in conversation order. */
export function messageEventsContent({ events, attributes }: Span): SpanContent {
  const told = [
    ...events.map(({ name, attributes: own }) => ({ name, body: bodyOf(own) })),
    ...[dataOf(attributes, EVENT_LIST) ?? []].flat().map((event) => {
      const body: Body = { ...Object(event) };
      return { name: body["event.name"], body };
    }),
  ].filter(({ name }) => isMessage(name));
  if (told.length === 0) return { inputs: undefined, outputs: undefined };
  const inputs = told.filter(({ name }) => name !== CHOICE);
  const outputs = told.filter(({ name }) => name === CHOICE);
  return {
    inputs: inputs.length === 0 ? undefined : inputs.flatMap(said),
    outputs: outputs.length === 0 ? undefined : outputs.flatMap(said),
  };
}

export function isMessage(name: unknown): name is string {
  return typeof name === "string" && (name === CHOICE || MESSAGE.test(name));
}

function bodyOf(attributes: ReadonlyMap<string, AttributeValue>): Body {
  const own = Object.fromEntries(attributes);
  const content = dataOf(attributes, EVENT_CONTENT);
  if (content === undefined) return own;
  return typeof content === "object" ? { ...own, ...content } : { ...own, content };
}

/**
 * Returns the message of an event. The message is the whole body of the event, or the field
 * `message` of the body if there is such a field.
 */
function said({ name, body }: { name: unknown; body: Body }): Content[] {
  const inner = inside(body.message);
  const { content, tool_calls, role }: Body =
    typeof inner === "object" && inner !== null
      ? { ...inner }
      : { ...body, content: inner ?? body.content };
  const spoken = name === CHOICE ? "assistant" : (MESSAGE.exec(`${name}`)?.[1] ?? role);
  const message = { role: spoken, content: inside(content), tool_calls: inside(tool_calls) };
  return messagesIn([message]) ?? [];
}

/**
 * In attributes of events, lists and objects are JSON texts. Parses such a text, and returns any
 * other value unchanged.
 */
function inside(value: unknown): unknown {
  return typeof value === "string" ? (parsed(value) ?? value) : value;
}

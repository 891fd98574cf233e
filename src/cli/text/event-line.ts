import type { TraceEvent } from "../../protocol/events/events.ts";
import { saysSomething } from "../../text/says-something.ts";
import { cutTo, oneLine } from "./shown-text.ts";

/** Width of the event type's column. */
const TYPE_COLUMNS = 10;

export function eventLine(event: TraceEvent, columns: number): string {
  const time = new Date(event.at).toISOString().slice(0, 23).replace("T", " ");
  return cutTo(`${time}  ${event.type.padEnd(TYPE_COLUMNS)}${oneLine(about(event))}`, columns);
}

function about(event: TraceEvent): string {
  switch (event.type) {
    case "graph":
      return [event.system, event.user].filter((part) => part !== undefined).join(" of ");
    case "session":
      return [event.name ?? event.session, named(event.category)].join("");
    case "operation":
      return [event.name, named(event.category), stateOf(event)].join("");
    case "variable":
      return `${event.class === undefined ? "" : `${event.class}:`}${event.name}${named(event.category)}: ${shownValue(event)}`;
    case "link":
      return `${event.from} → ${event.to}`;
    case "verdict":
      return `${event.score}: “${event.query}” was answered “${event.prediction}”${wanted(event)}`;
  }
}

type Of<Type extends TraceEvent["type"]> = Extract<TraceEvent, { type: Type }>;

function wanted({ expected = [] }: Of<"verdict">): string {
  const said = expected.filter(saysSomething);
  return said.length === 0 ? "" : `, expected “${said.join("; ")}”`;
}

function named(category: string | undefined): string {
  return category === undefined ? "" : ` (${category})`;
}

function stateOf({ status, error, startedAt, endedAt }: Of<"operation">): string {
  const took =
    startedAt === undefined || endedAt === undefined ? "" : `, ${endedAt - startedAt} ms`;
  const state = status === undefined ? "" : `, ${status}`;
  return `${state}${took}${error === undefined ? "" : `: ${error}`}`;
}

function shownValue({ value, splice }: Of<"variable">): string {
  if (splice === undefined) return value ?? "";
  const { at, remove, insert } = splice;
  return `at ${at} without ${remove} characters, with “${insert}”`;
}

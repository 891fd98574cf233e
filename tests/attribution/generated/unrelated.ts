/** Changes of a recording that are unrelated to a case, so they should change no verdict. */
import { unknownWord } from "../../../src/evaluation/perturb/random.ts";
import { drawn } from "../../../src/local/demo/drawn.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import type { GeneratedCase } from "./cases.ts";

export type Change = (made: GeneratedCase, seed: number) => TraceEvent[];

/** Adds small talk among the messages that no step reads. */
const talk: Change = ({ events, failed }, seed) => [
  ...events,
  ...[0, 1, 2].map((index) => {
    const like = pick(messagesOf(events, failed.evidence), seed, index);
    const words = [0, 1, 2, 3, 4].map((word) => unknownWord(seed, index, word)).join(" ");
    const name = `${like.name.replace(/\d+$/, "")}${900 + index}`;
    const [id, ref] = [`talk-${index}`, `${name}@1`];
    return { ...like, id, ref, name, at: like.at + 400, value: reworded(like.value ?? "", words) };
  }),
];

/** Removes a message and the values written from it, unless a step also handles other messages. */
const fewer: Change = ({ events, failed }, seed) => {
  const isAlone = ({ ref }: VariableEvent) => {
    const made = madeOf(events, ref);
    return events.every(
      (event) => event.type !== "link" || event.from !== ref || made.has(event.op),
    );
  };
  const spare = messagesOf(events, failed.evidence).filter(isAlone);
  if (spare.length === 0) return [...events];
  const dropped = madeOf(events, pick(spare, seed, "gone").ref);
  return events.filter((event) => !idsOf(event).some((id) => dropped.has(id)));
};

/** Adds another message with a unit in the style of the memory, before or after the others. */
const another: Change = ({ events, failed }, seed) => {
  const message = pick(messagesOf(events, failed.evidence), seed, "again");
  const copied = madeOf(events, message.ref);
  const before = drawn(seed, "when") < 0.5;
  const again = (id: string) => (copied.has(id) ? id.replace(/(@\d+)?$/, "900$1") : id);
  const copies = events.flatMap((event) => {
    const [own] = idsOf(event);
    const isCopied = event.type === "link" ? copied.has(event.op) : copied.has(own ?? "");
    return isCopied ? [renamed(event, again, seed)] : [];
  });
  const [first, last] = [Math.min(...events.map(at)), Math.max(...messagesOf(events, []).map(at))];
  const since = Math.min(...copies.map(at));
  const place = before ? first - 1_000_000 : last + 1;
  return [...events, ...copies.map((each) => ({ ...each, at: place + (each.at - since) / 1_000 }))];
};

/** Sends the same events in another order. */
const shuffled: Change = ({ events }, seed) =>
  events.toSorted((a, b) => drawn(seed, a.id) - drawn(seed, b.id));

/** Replaces the ids of the operations. */
const renumbered: Change = ({ events }) =>
  events.map((event) => ("op" in event && event.op ? { ...event, op: `${event.op}-x` } : event));

export const CHANGES: Readonly<Record<string, Change>> = {
  ...{ talk, fewer, another, shuffled, renumbered },
};

type VariableEvent = Extract<TraceEvent, { type: "variable" }>;

function messagesOf(events: readonly TraceEvent[], except: readonly string[]): VariableEvent[] {
  return events.filter(
    (event): event is VariableEvent =>
      event.type === "variable" && event.name.startsWith("said/") && !except.includes(event.ref),
  );
}

/** Returns the message, the steps that read only the message, and the values that they wrote. */
function madeOf(events: readonly TraceEvent[], message: string): Set<string> {
  const links = events.filter((event) => event.type === "link");
  const made = new Set([message]);
  for (const id of made) {
    for (const { op } of links.filter(({ from }) => from === id)) {
      if (!links.every((link) => link.op !== op || made.has(link.from))) continue;
      made.add(op);
      for (const { to } of links.filter((link) => link.op === op)) {
        if (links.every((link) => link.to !== to || made.has(link.op))) made.add(to);
      }
    }
  }
  return made;
}

function idsOf(event: TraceEvent): string[] {
  if (event.type === "variable") return [event.ref];
  if (event.type === "operation") return [event.op];
  return event.type === "link" ? [event.op, event.from, event.to] : [];
}

function renamed(event: TraceEvent, again: (id: string) => string, seed: number): TraceEvent {
  const id = `${event.id}-again`;
  if (event.type === "variable") {
    const ref = again(event.ref);
    const name = ref.replace(/@\d+$/, "");
    return { ...event, id, ref, name, value: inOtherWords(event.value ?? "", seed) };
  }
  if (event.type === "operation") return { ...event, id, op: again(event.op) };
  if (event.type !== "link") return event;
  return { ...event, id, op: again(event.op), from: again(event.from), to: again(event.to) };
}

/**
 * Replaces every longer word with another word, the same one each time. Keeps JSON keys and times.
 */
function inOtherWords(text: string, seed: number): string {
  return text.replace(/\p{L}{4,}(?!\p{L}*"\s*:)/gu, (word) => unknownWord(seed, word));
}

function reworded(value: string, words: string): string {
  return value.startsWith("{")
    ? JSON.stringify({ ...JSON.parse(value), text: words })
    : value.replace(/: .*$/s, `: ${words}`);
}

function at(event: TraceEvent): number {
  return event.at;
}

function pick<T>(from: readonly T[], ...key: [number, ...(string | number)[]]): T {
  const [seed, ...rest] = key;
  const found = from[Math.floor(from.length * drawn(seed, ...rest))];
  if (found === undefined) throw new Error("nothing to pick");
  return found;
}

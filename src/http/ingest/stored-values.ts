/**
 * Finds a value of a graph by the `ref` that the client gave to it. Also finds which parts of the
 * value the redaction has replaced.
 */
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { TraceEvent, VariableEvent } from "../../protocol/events/events.ts";
import { replacedIn } from "../../redaction/redact-event.ts";
import type { RedactedValue } from "../../redaction/redact-splice.ts";

/** Maximum number of characters of values that an isolate caches for one project. */
const MAX_KEPT_CHARS = 16_000_000;
/**
 * The cache counts its size in characters. Each entry counts as the characters of its key and text
 * plus `ENTRY_CHARS`. Each replacement in the text adds `REPLACEMENT_CHARS`.
 */
const REPLACEMENT_CHARS = 24;
const ENTRY_CHARS = 100;
const MAX_READ_CHARS = 64_000_000;

type Stored = Pick<VariableEvent, "value" | "splice" | "origin">;

/**
 * Caches recent values. If the cache is full, the oldest values are dropped, because later splices
 * probably change the latest ones.
 */
export class RecentValues {
  readonly #values = new Map<string, RedactedValue>();
  #chars = 0;

  get(graph: string, ref: string): RedactedValue | undefined {
    return this.#values.get(keyOf(graph, ref));
  }

  set(graph: string, ref: string, value: RedactedValue): void {
    const key = keyOf(graph, ref);
    this.#drop(key);
    this.#values.set(key, value);
    this.#chars += sizeOf(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#chars <= MAX_KEPT_CHARS) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#chars -= sizeOf(key, value);
  }
}

function sizeOf(key: string, { text, replaced }: RedactedValue): number {
  return key.length + text.length + replaced.length * REPLACEMENT_CHARS + ENTRY_CHARS;
}

function keyOf(graph: string, ref: string): string {
  return `${graph}\n${ref}`;
}

export function redactedValue({ value, origin }: Stored): RedactedValue {
  return { text: value ?? "", replaced: replacedIn(origin) };
}

/**
 * Searches the packs of the graph for the value. Returns undefined if no packed event has this
 * `ref`, or if the graph is too large. Before the call, the caller must pack all acknowledged
 * events.
 */
export async function findStoredValue(
  graphs: Pick<GraphRepository, "packAt">,
  graph: string,
  ref: string,
): Promise<RedactedValue | undefined> {
  const stored = new Map<string, Stored>();
  let chars = 0;
  for (let place = 0; ; ) {
    const page = await graphs.packAt(graph, place);
    const end = page === undefined ? place : page.first + page.lines.length;
    if (page === undefined || end <= place) break;
    for (const line of page.lines) {
      chars += line.length;
      const event: TraceEvent = JSON.parse(line);
      if (event.type !== "variable" || stored.has(event.ref)) continue;
      const { value, splice, origin } = event;
      stored.set(event.ref, {
        ...(value === undefined ? {} : { value }),
        ...(splice === undefined ? {} : { splice }),
        ...(origin === undefined ? {} : { origin }),
      });
    }
    if (chars > MAX_READ_CHARS) return undefined;
    place = end;
  }
  return assembled(stored, ref);
}

function assembled(stored: ReadonlyMap<string, Stored>, ref: string): RedactedValue | undefined {
  const chain: Stored[] = [];
  const seen = new Set<string>();
  let at: string | undefined = ref;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const event = stored.get(at);
    if (event === undefined) return undefined;
    chain.push(event);
    at = event.splice?.of;
  }
  let text = "";
  for (const { value, splice } of chain.toReversed()) {
    text = splice
      ? text.slice(0, splice.at) + splice.insert + text.slice(splice.at + splice.remove)
      : (value ?? "");
  }
  const { replaced } = redactedValue(chain[0] ?? {});
  return { text, replaced };
}

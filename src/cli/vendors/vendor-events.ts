/**
 * Turns a vendor's answers into events. Event ids come from the vendor's ids, so repeated imports
 * make equal events.
 */
import { UserError } from "../../local/command-line.ts";
import { MAX_NAME_CHARS, MAX_TEXT_CHARS, MAX_VALUE_CHARS } from "../../protocol/limits.ts";
import { withoutControls } from "../memory-files/sections.ts";
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";

/** Maximum characters of a vendor's id. One event id contains several of them. */
const MAX_VENDOR_ID_CHARS = MAX_NAME_CHARS / 4;
/**
 * Each event has a number, which orders events with equal times. Each change reserves this many
 * numbers for its events.
 */
const PLACES = 1_000;

export interface VendorMessage {
  readonly id: string;
  readonly text: string;
  readonly role: string | undefined;
  readonly at: number;
  readonly session?: string | undefined;
}

/** An operation that changed or searched the memory. */
export interface VendorChange {
  /** Id of the operation for the change. */
  readonly id: string;
  readonly at: number;
  /** Orders changes with equal times, lowest number first. */
  readonly number?: number;
  readonly name: string;
  readonly category: string;
  readonly comment?: string | undefined;
  readonly error?: string | undefined;
  readonly session?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface VendorUnit {
  /** Name of the unit's variable. */
  readonly unit: string;
  readonly ref: string;
  readonly text: string;
  /**
   * Type of the unit, such as "Zep fact". It must begin with the vendor's title, because later
   * imports find the stored units by this title.
   */
  readonly kind: string;
  /**
   * What the vendor currently stores for the unit. MemTrace stores a digest of this text. A later
   * import compares the digests to detect a change.
   */
  readonly state: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export function idOf(...parts: readonly string[]): string {
  return parts.map((part) => withoutControls(part).slice(0, MAX_VENDOR_ID_CHARS) || "-").join("/");
}

/** @throws UserError if the vendor's text is not a time */
export function timeOf(text: string, field: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at))
    throw new UserError(`${field} is ${text.slice(0, 60)}, which is not a time.`);
  return at;
}

/**
 * Adds a number to an id that an earlier import used. A unit that was deleted and added again needs
 * a new operation id.
 */
export async function unusedId(
  isStored: (operation: string) => Promise<boolean>,
  id: string,
): Promise<string> {
  let unused = id;
  for (let time = 2; await isStored(unused); time++) unused = `${id}/${time}`;
  return unused;
}

export class VendorEvents {
  readonly #graph: string;

  constructor(graph: string) {
    this.#graph = graph;
  }

  /**
   * Returns the graph event and a session. The session's comment lists facts that the vendor does
   * not store.
   */
  about(
    vendor: string,
    { at, user, unknown }: { at: number; user: string | undefined; unknown: readonly string[] },
  ): MemoryEvent[] {
    const graph = this.#graph;
    const base = { graph, at, metadata: { importedFrom: vendor, notKnown: unknown } };
    const session = `import from ${vendor}`;
    return [
      {
        type: "graph",
        id: session,
        ...base,
        system: vendor,
        ...(user === undefined ? {} : { user }),
      },
      {
        ...{ type: "session", id: `${session} session`, ...base, session, name: session },
        ...{ category: "import", comment: unknown.join("\n") },
      },
    ];
  }

  session(id: string, at: number): MemoryEvent {
    const session = idOf(id);
    return {
      ...{ type: "session", id: `session ${session}`, graph: this.#graph, at, session },
      category: "conversation",
    };
  }

  message({ id, text, role, at, session }: VendorMessage): MemoryEvent {
    return {
      ...{ type: "variable", id, graph: this.#graph, at, seq: 0, ref: id, name: id },
      ...{ ...boundedValue(text), category: "message" },
      ...(session === undefined ? {} : { session: idOf(session) }),
      metadata: {
        ...(role === undefined ? {} : { speaker: role }),
        time: new Date(at).toISOString(),
      },
    };
  }

  change(change: VendorChange): Change {
    return new Change(this.#graph, change);
  }
}

/** Collects the events of one operation. */
export class Change {
  readonly #graph: string;
  readonly #change: VendorChange;
  readonly #events: MemoryEvent[] = [];

  constructor(graph: string, change: VendorChange) {
    this.#graph = graph;
    this.#change = change;
    const { id, at, name, category, comment, error, metadata = {} } = change;
    this.#add("operation", id, {
      ...{ op: id, name, category, startedAt: at, endedAt: at, metadata },
      ...(comment === undefined ? {} : { comment: comment.slice(0, MAX_TEXT_CHARS) }),
      ...(error === undefined
        ? { status: "ok" }
        : { status: "error", error: error.slice(0, MAX_TEXT_CHARS) }),
    });
  }

  /** Records a unit's new version, with links from the previous version and other sources. */
  write(unit: VendorUnit, before: string | undefined, from: readonly string[]): this {
    const { ref, text, kind, state, metadata = {} } = unit;
    this.#add("variable", ref, {
      ...{ ref, name: unit.unit, category: "memory_entry", ...boundedValue(text), metadata },
      comment: `${kind} [${digestOf(state)}]`,
      ...(before === undefined ? {} : { mutates: before }),
    });
    if (before !== undefined) this.link(before, ref, "update", "before");
    for (const source of from) this.link(source, ref, "extraction");
    return this;
  }

  remove(before: string): this {
    const ref = `${this.#change.id}/deleted`;
    this.value(ref, "deleted", { class: "delete_marker", category: "marker" }, "deleted");
    return this.link(before, ref, "deletion", "before");
  }

  value(ref: string, name: string, about: object, text: string): this {
    this.#add("variable", ref, { ref, name, ...about, ...boundedValue(text) });
    return this;
  }

  /**
   * @param key text from which the link's id is computed. If a later import uses the same key, the
   * service recognises the link and does not store it twice. So give a key of your own if `from` or
   * `to` could have another ref in a later import
   */
  link(from: string, to: string, category: string, key = `${from}\n${to}`): this {
    const op = this.#change.id;
    this.#add("link", `${op}/${digestOf(key)}`, { op, from, to, category });
    return this;
  }

  events(): readonly MemoryEvent[] {
    return this.#events;
  }

  #add(type: string, id: string, fields: Readonly<Record<string, unknown>>): void {
    const { at, number = 0, session } = this.#change;
    const seq = 1 + number * PLACES + this.#events.length;
    const place = session === undefined ? {} : { session: idOf(session) };
    this.#events.push({ type, id, graph: this.#graph, at, seq, ...place, ...fields });
  }
}

function boundedValue(text: string): { value: string; length?: number } {
  if (text.length <= MAX_VALUE_CHARS) return { value: text };
  return { value: text.slice(0, MAX_VALUE_CHARS), length: text.length };
}

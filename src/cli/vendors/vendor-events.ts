/**
 * Turns the answers of a vendor into events. The id of an event is made from the vendor's ids. So
 * if the same memory is imported twice, the events are the same, and the service ignores them.
 */
import { UserError } from "../../local/command-line.ts";
import { MAX_NAME_CHARS, MAX_TEXT_CHARS, MAX_VALUE_CHARS } from "../../protocol/limits.ts";
import { withoutControls } from "../memory-files/sections.ts";
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";

/**
 * At most this many characters of a vendor's id are used. An event id contains several ids of the
 * vendor, and has a maximum length itself.
 */
const MAX_VENDOR_ID_CHARS = MAX_NAME_CHARS / 4;
/**
 * The events of a change are numbered, and each change reserves this many numbers. So changes with
 * the same time do not mix.
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
  /** The operation that records the change has this id. */
  readonly id: string;
  readonly at: number;
  /** If several changes have the same time, the one with the lowest number comes first. */
  readonly number?: number;
  readonly name: string;
  readonly category: string;
  readonly comment?: string | undefined;
  readonly error?: string | undefined;
  readonly session?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface VendorUnit {
  /** The name that all versions of the unit have. */
  readonly unit: string;
  readonly ref: string;
  readonly text: string;
  /**
   * What kind of unit it is, such as "Zep fact". It must begin with the title of the vendor,
   * because later imports find the stored units by this title.
   */
  readonly kind: string;
  /**
   * What the vendor stores for the unit now. The event contains a digest of it. If a later import
   * finds another digest, the unit has changed.
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
 * Returns an operation id that no earlier import has used. If a unit was deleted and then added
 * again, the second addition needs another id, so a number is added to it.
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
   * Returns an event for the graph and one for a session. The comment of the session says which
   * facts the vendor does not store.
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

  /** Records a new version of the unit. Links the previous version and the other sources to it. */
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
   * @param key the id of the link is made from this key. Later imports must use the same key, even
   * if a ref has changed
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

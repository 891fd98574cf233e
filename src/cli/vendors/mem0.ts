/** Reads mem0's hosted service: memories with histories, and the project's events. */
import * as z from "zod/mini";
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";
import type { ReadPart, Vendor, VendorReading } from "./vendor.ts";
import { type Change, idOf, timeOf } from "./vendor-events.ts";

const Message = z.looseObject({ role: z.string(), content: z.unknown() });
const Memory = z.looseObject({
  id: z.string(),
  memory: z.string(),
  created_at: z.string(),
  updated_at: z.nullish(z.string()),
  session_id: z.nullish(z.string()),
  replaced_by: z.nullish(z.string()),
});
type Memory = z.infer<typeof Memory>;
const Page = z.looseObject({ next: z.nullish(z.string()), results: z.array(Memory) });
const HistoryEntry = z.looseObject({
  id: z.string(),
  input: z.nullish(z.array(Message)),
  old_memory: z.nullish(z.string()),
  new_memory: z.nullish(z.string()),
  event: z.enum(["ADD", "UPDATE", "DELETE"]),
  session_id: z.nullish(z.string()),
  created_at: z.string(),
});
const History = z.array(HistoryEntry);
/**
 * The documentation of mem0 does not say which fields the result of an event has. So this program
 * uses only the field `id`, if the result has it.
 */
const Result = z.unknown();
const ProjectEvent = z.looseObject({
  id: z.string(),
  event_type: z.string(),
  status: z.string(),
  payload: z.nullish(z.record(z.string(), z.unknown())),
  results: z.nullish(z.array(Result)),
  error: z.nullish(z.string()),
  created_at: z.string(),
});
type ProjectEvent = z.infer<typeof ProjectEvent>;
const EventPage = z.looseObject({ next: z.nullish(z.string()), results: z.array(ProjectEvent) });

const PAGE_SIZE = 200;
const GONE = 404;
/**
 * Events with the same time are ordered by the numbers of their operations. An operation with this
 * number comes after all entries of the history that have the same time.
 */
const LAST = 1_000_000;

export const mem0: Vendor = {
  title: "mem0",
  url: "https://api.mem0.ai",
  keyVariable: "MEM0_API_KEY",
  owner: "user",
  unknown: [
    "mem0 does not say which units a search compared, or which model wrote a unit.",
    "mem0 lists no deleted memories: they are found only through events that name them.",
    "Messages in mem0's history have no ids and no times. So the import treats messages with the same role and text as one message. Its time is the time of the first memory change that names the message.",
    "If a memory's text differs from the last text in its history, mem0 does not record what changed it.",
  ],
  headers: (key) => ({ Authorization: `Token ${key}` }),
  async *read(reading) {
    const versions = new Versions(reading);
    const gone = new Set(reading.stored.keys());
    let done = 0;
    for await (const memory of memories(reading)) {
      gone.delete(memory.id);
      done += 1;
      yield { ...(await versions.read(memory)), done: `${done} memories read` };
    }
    let events = 0;
    const asked = new Set<string>();
    for await (const event of projectEvents(reading)) {
      events += 1;
      for (const id of resultIds(event)) {
        if (versions.has(id) || asked.has(id)) continue;
        asked.add(id);
        const { events: deleted } = await versions.readDeleted(id, false);
        yield { events: deleted, done: `${events} events read` };
      }
      yield { events: eventChange(reading, event, versions), done: `${events} events read` };
    }
    for (const id of gone) {
      // No page had this memory, but it may still exist. A deletion during the import moves later
      // memories to earlier pages, which were already read. So ask mem0 for this memory directly.
      const memory = await memoryNow(reading, id);
      const part = await (memory === null ? versions.readDeleted(id, true) : versions.read(memory));
      yield { ...part, done: "deletions read" };
    }
  },
};

async function* memories({ requests, owner }: VendorReading): AsyncGenerator<Memory> {
  const body = { filters: { user_id: owner }, show_expired: true };
  for (let page = 1; ; page++) {
    const path = `/v3/memories/?page=${page}&page_size=${PAGE_SIZE}`;
    const { value } = await requests.ask({ method: "POST", path, body, answer: Page });
    yield* value.results;
    if (!value.next || value.results.length === 0) return;
  }
}

/** Returns null if the memory was deleted. */
async function memoryNow({ requests }: VendorReading, id: string): Promise<Memory | null> {
  const path = `/v1/memories/${encodeURIComponent(id)}/`;
  const { value } = await requests.ask({
    ...{ method: "GET", path, answer: z.nullable(Memory), instead: { [GONE]: null } },
  });
  return value;
}

/** Yields the project's events about this user. */
async function* projectEvents({ requests, owner }: VendorReading): AsyncGenerator<ProjectEvent> {
  let query = "";
  for (const seen = new Set<string>(); ; ) {
    const path = `/v1/events/${query}`;
    const { value } = await requests.ask({ method: "GET", path, answer: EventPage });
    for (const event of value.results) if (concerns(event.payload, owner)) yield event;
    // Use only the query of the next page's address. A different host must not get the key.
    query = value.next && URL.canParse(value.next) ? new URL(value.next).search : "";
    if (query === "" || seen.has(query)) return;
    seen.add(query);
  }
}

/**
 * Returns whether an object in the payload has the field `user_id` with this user's id. If the
 * event added memories, the payload itself has this field. If the event is a search, a filter
 * inside the payload has it.
 */
function concerns(value: unknown, user: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Reflect.get(value, "user_id") === user) return true;
  return Object.values(value).some((inner) => concerns(inner, user));
}

function resultIds({ results, status }: ProjectEvent): string[] {
  if (status !== "SUCCEEDED") return [];
  const ids = (results ?? []).map((result) => Object(result).id);
  return [...new Set(ids.filter((id): id is string => typeof id === "string"))];
}

/**
 * Returns MemTrace's events for one event of mem0. Only two kinds of events give a result:
 * successful searches, and additions from which mem0 stored nothing. If mem0 stored something, the
 * histories of the memories already contain the addition.
 */
function eventChange(
  { events, stored }: VendorReading,
  event: ProjectEvent,
  versions: Versions,
): readonly MemoryEvent[] {
  const at = timeOf(event.created_at, `mem0's event ${event.id}: created_at`);
  const id = idOf("event", event.id);
  const { payload, status, error } = event;
  const about = { id, at, number: LAST };
  if (event.event_type === "SEARCH" && status === "SUCCEEDED") {
    const change = events.change({ ...about, name: "search", category: "retrieval" });
    const query = `${id}/query`;
    change.value(query, query, { category: "query" }, textOf(payload?.query));
    for (const found of resultIds(event)) {
      const ref = versions.at(found, at) ?? stored.get(found)?.ref;
      if (ref !== undefined) change.link(query, ref, "retrieval", found);
    }
    return change.events();
  }
  const hasFailed = status === "FAILED";
  const isEmpty = status === "SUCCEEDED" && (event.results ?? []).length === 0;
  if (event.event_type !== "ADD" || !(hasFailed || isEmpty)) return [];
  const read = z.safeParse(z.array(Message), payload?.messages);
  const messages = read.success ? read.data : [];
  const change = events.change({
    ...{ ...about, name: "add", category: "extraction" },
    comment: hasFailed
      ? "mem0 could not process these messages"
      : "mem0 stored nothing from these messages",
    error: hasFailed ? (error ?? "mem0 does not say why") : undefined,
  });
  const refs = messages.map((message) => messageRef(message));
  const kept = `${id}/facts`;
  change.value(kept, kept, { category: "llm_response" }, "[]");
  for (const ref of refs) change.link(ref, kept, "extraction");
  return [...messages.map((message) => messageEvent(events, message, at)), ...change.events()];
}

const textOf = (content: unknown) =>
  typeof content === "string" ? content : JSON.stringify(content ?? "");
const messageRef = ({ role, content }: z.infer<typeof Message>) =>
  `message ${digestOf(`${role}\n${textOf(content)}`)}`;
const messageEvent = (
  events: VendorReading["events"],
  message: z.infer<typeof Message>,
  at: number,
): MemoryEvent =>
  events.message({
    ...{ id: messageRef(message), text: textOf(message.content), role: message.role, at },
  });

/** Reads memory histories, and remembers each memory's versions. */
class Versions {
  readonly #reading: VendorReading;
  readonly #read = new Map<string, { at: number; ref: string }[]>();

  constructor(reading: VendorReading) {
    this.#reading = reading;
  }

  has(memory: string): boolean {
    return this.#read.has(memory) || this.#reading.stored.has(memory);
  }

  /**
   * Returns the ref of the version that the memory had at this time. If the first version is later,
   * returns the first version. Returns undefined if this import has not read the memory's history.
   */
  at(memory: string, time: number): string | undefined {
    const versions = this.#read.get(memory) ?? [];
    return (versions.findLast(({ at }) => at <= time) ?? versions[0])?.ref;
  }

  async read(memory: Memory): Promise<Omit<ReadPart, "done">> {
    const state = `${memory.updated_at ?? memory.created_at}\n${memory.memory}`;
    if (this.#reading.stored.get(memory.id)?.digest === digestOf(state))
      return { events: [], known: 1 };
    const { list, last, text } = await this.#history(memory.id, state, memory.replaced_by);
    if (text === memory.memory) return { events: list };
    const at = timeOf(
      memory.updated_at ?? memory.created_at,
      `mem0's memory ${memory.id}: updated_at`,
    );
    const id = idOf(memory.id, digestOf(state));
    const change = this.#reading.events.change({
      ...{ id, at, number: LAST, name: "change outside of the history", category: "update" },
    });
    this.#write(change, memory, { ref: id, text: memory.memory, state, at }, last, []);
    return { events: [...list, ...change.events()] };
  }

  /**
   * Returns the events of a memory that mem0 has deleted.
   * @param isStored true if an earlier import sent the memory to MemTrace, and no import has
   * recorded its deletion yet
   */
  async readDeleted(memory: string, isStored: boolean): Promise<Omit<ReadPart, "done">> {
    const { list, last, isDeleted } = await this.#history(memory, "deleted", undefined);
    const ref = last ?? this.#reading.stored.get(memory)?.ref;
    if (isDeleted || ref === undefined || !isStored) return { events: list };
    const change = this.#reading.events.change({
      ...{
        id: idOf(memory, "gone"),
        at: this.#reading.now,
        name: "deletion that mem0 does not date",
      },
      category: "deletion",
    });
    return { events: [...list, ...change.remove(ref).events()] };
  }

  async #history(memory: string, state: string, replacedBy: string | null | undefined) {
    const { value } = await this.#reading.requests.ask({
      ...{ method: "GET", path: `/v1/memories/${encodeURIComponent(memory)}/history/` },
      ...{ answer: History, instead: { [GONE]: [] } },
    });
    const entries = value
      .map((entry) => ({
        ...entry,
        at: timeOf(entry.created_at, `mem0's history ${entry.id}: created_at`),
      }))
      .sort((one, other) => one.at - other.at);
    const { events } = this.#reading;
    const list: MemoryEvent[] = [];
    let last: string | undefined;
    let text: string | undefined;
    for (const [number, entry] of entries.entries()) {
      const { at, event } = entry;
      const input = entry.input ?? [];
      list.push(...input.map((message) => messageEvent(events, message, at)));
      const session = entry.session_id ?? undefined;
      if (session !== undefined) list.push(events.session(session, at));
      const change = events.change({
        ...{ id: idOf(memory, entry.id), at, number, session, name: NAMES[event] },
        category: CATEGORIES[event],
      });
      const after = entry.new_memory ?? "";
      if (event === "DELETE" && last !== undefined) change.remove(last);
      // An entry with an unchanged text creates no version.
      if (event !== "DELETE" && after !== text) {
        const ref = idOf(memory, entry.id, "text");
        const isLast = number === entries.length - 1;
        const version = { ref, text: after, at, state: isLast ? state : `${at}` };
        const about = { id: memory, replaced_by: isLast ? replacedBy : undefined };
        this.#write(change, about, version, last, input.map(messageRef));
        [last, text] = [ref, after];
      }
      if (event === "DELETE") text = undefined;
      list.push(...change.events());
    }
    return { list, last, text, isDeleted: entries.at(-1)?.event === "DELETE" };
  }

  #write(
    change: Change,
    { id, replaced_by }: Pick<Memory, "id" | "replaced_by">,
    { at, ...version }: { ref: string; text: string; state: string; at: number },
    before: string | undefined,
    from: readonly string[],
  ): void {
    const metadata = replaced_by ? { replacedBy: replaced_by } : {};
    change.write({ unit: id, kind: "mem0 memory", ...version, metadata }, before, from);
    this.#read.set(id, [...(this.#read.get(id) ?? []), { at, ref: version.ref }]);
  }
}

const NAMES = { ADD: "add", UPDATE: "update", DELETE: "delete" } as const;
const CATEGORIES = { ADD: "extraction", UPDATE: "update", DELETE: "deletion" } as const;

/**
 * Reads the memories of a Cloudflare Agent Memory profile. Cloudflare does not give the original
 * messages.
 */
import * as z from "zod/mini";
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";
import type { Vendor, VendorReading } from "./vendor.ts";
import { idOf, timeOf, unusedId } from "./vendor-events.ts";

const Entry = z.looseObject({
  id: z.string(),
  type: z.enum(["fact", "event", "instruction", "task"]),
  summary: z.string(),
  sessionId: z.nullish(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
type Entry = z.infer<typeof Entry>;
const Entries = z.looseObject({
  result: z.array(Entry),
  result_info: z.nullish(z.looseObject({ cursor: z.nullish(z.string()) })),
});
const Memory = z.extend(Entry, { content: z.string() });
type Memory = z.infer<typeof Memory>;
const Found = z.looseObject({ result: z.nullable(Memory) });

const PAGE_ITEMS = 50;
const GONE = 404;
const TITLE = "Cloudflare Agent Memory";

export const cloudflare: Vendor = {
  title: TITLE,
  url: "https://api.cloudflare.com/client/v4",
  keyVariable: "CLOUDFLARE_API_TOKEN",
  owner: "user",
  accountVariable: "CLOUDFLARE_ACCOUNT_ID",
  unknown: [
    "Agent Memory returns no messages. So the import cannot link a memory to the message that it was made from.",
    "Agent Memory does not say which memories were replaced, nor which memory replaced them.",
    "Agent Memory returns only the latest text of a memory. MemTrace knows the earlier texts only from earlier imports.",
    "Agent Memory does not list deleted memories, nor when and why they were deleted.",
    "Agent Memory does not list recalls.",
  ],
  headers: (key) => ({ Authorization: `Bearer ${key}` }),
  async *read(reading) {
    const gone = new Set(reading.stored.keys());
    let listed = 0;
    for await (const page of pages(reading)) {
      for (const { id } of page) gone.delete(id);
      listed += page.length;
      const open = page.filter(
        (entry) => reading.stored.get(entry.id)?.digest !== digestOf(stateOf(entry)),
      );
      const events: MemoryEvent[] = [];
      for (const { id } of open) {
        const memory = await find(reading, id);
        if (memory !== null) events.push(...(await memoryEvents(reading, memory)));
      }
      yield { events, known: page.length - open.length, done: `${listed} memories read` };
    }
    for (const id of gone) {
      // A memory can move to a page that was already read, because the list's order is not
      // documented. So ask for the memory directly.
      if ((await find(reading, id)) !== null) continue;
      yield { events: await goneEvents(reading, id), done: "deletions read" };
    }
  },
};

const pathOf = ({ account, namespace, owner }: VendorReading): string => {
  const [accountId, name, profile] = [account, namespace, owner].map(encodeURIComponent);
  return `/accounts/${accountId}/agent-memory/namespaces/${name}/profiles/${profile}/memories`;
};

async function* pages(reading: VendorReading): AsyncGenerator<readonly Entry[]> {
  let cursor = "";
  for (;;) {
    const query = new URLSearchParams({ per_page: `${PAGE_ITEMS}`, ...(cursor && { cursor }) });
    const path = `${pathOf(reading)}?${query}`;
    const { value } = await reading.requests.ask({ method: "GET", path, answer: Entries });
    yield value.result;
    const next = value.result_info?.cursor ?? "";
    if (next === "" || next === cursor) return;
    cursor = next;
  }
}

/** Returns null if the memory no longer exists. */
async function find(reading: VendorReading, id: string): Promise<Memory | null> {
  const path = `${pathOf(reading)}/${encodeURIComponent(id)}`;
  const instead = { [GONE]: { result: null } };
  const asked = { method: "GET", path, answer: Found, instead } as const;
  return (await reading.requests.ask(asked)).value.result;
}

async function memoryEvents(
  { events, stored, isStored, now }: VendorReading,
  memory: Memory,
): Promise<MemoryEvent[]> {
  const { id: unit, type, summary, content: text, sessionId } = memory;
  const session = sessionId ?? undefined;
  const state = stateOf(memory);
  const createdAt = timeOf(memory.createdAt, `Agent Memory's ${unit}: createdAt`);
  const updatedAt = timeOf(memory.updatedAt, `Agent Memory's ${unit}: updatedAt`);
  const about = { unit, kind: `${TITLE} ${type}`, text, state, metadata: { type, summary } };
  const opened = session === undefined ? [] : [events.session(session, createdAt)];
  const before = stored.get(unit)?.ref;
  if (before !== undefined) {
    const id = idOf(unit, digestOf(`${before}\n${state}`));
    const change = { id, at: updatedAt, name: "update memory", category: "update", session };
    const changed = events.change(change).write({ ...about, ref: `${id}/text` }, before, []);
    return [...opened, ...changed.events()];
  }
  const first = idOf(unit, "added");
  const id = await unusedId(isStored, first);
  // `id` differs from `first` if an earlier import recorded that the memory was deleted. Nobody
  // knows when it was added again, so use the time of this import.
  const at = id === first ? createdAt : now;
  const change = { id, at, name: "add memory", category: "extraction", session };
  const added = events.change(change).write({ ...about, ref: `${id}/text` }, undefined, []);
  return [...opened, ...added.events()];
}

async function goneEvents(
  { events, stored, isStored, now: at }: VendorReading,
  unit: string,
): Promise<readonly MemoryEvent[]> {
  const ref = stored.get(unit)?.ref;
  if (ref === undefined) return [];
  const id = await unusedId(isStored, idOf(unit, "gone"));
  const name = "deletion that Agent Memory does not date";
  return events.change({ id, at, name, category: "deletion" }).remove(ref).events();
}

const stateOf = ({ type, summary, updatedAt }: Entry) => [type, summary, updatedAt].join("\n");

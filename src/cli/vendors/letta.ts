/** Reads a Letta agent: messages, memory tool calls, blocks and passages. */
import * as z from "zod/mini";
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import { type Block, blockEvents, goneEvents, knownBlocks } from "./letta-blocks.ts";
import { lettaMessage, type MemoryCall, readCalls } from "./letta-messages.ts";
import type { Vendor, VendorReading } from "./vendor.ts";
import { idOf, timeOf, unusedId } from "./vendor-events.ts";

const BlockRow = z.looseObject({
  id: z.string(),
  value: z.string(),
  label: z.nullish(z.string()),
});
const Passage = z.looseObject({
  id: z.string(),
  text: z.string(),
  created_at: z.nullish(z.string()),
});
type Passage = z.infer<typeof Passage>;
const Row = z.looseObject({ id: z.string(), message_type: z.string(), date: z.string() });

const PAGE_ITEMS = 100;

export const letta: Vendor = {
  title: "Letta",
  url: "https://api.letta.com",
  keyVariable: "LETTA_API_KEY",
  owner: "agent",
  unknown: [
    "Letta keeps no history of a block. The import reconstructs a block's earlier texts from its current text and the calls of the memory tools. If a block was changed without a memory tool, only the next import records the change.",
    "Letta does not say when a block got its first text: the import uses the time of the first message.",
    "Letta does not list deleted passages, nor when and why they were deleted.",
  ],
  headers: (key) => ({ Authorization: `Bearer ${key}` }),
  async *read(reading) {
    const rows: z.infer<typeof Row>[] = [];
    for await (const page of pages(reading, "messages", "order=asc", Row)) {
      rows.push(...page);
      const messages = page.flatMap((row) => lettaMessage(reading.events, row));
      yield { events: messages, done: `${rows.length} messages read` };
    }
    const calls = readCalls(rows);
    const start = timeOf(rows[0]?.date ?? new Date(reading.now).toISOString(), "Letta's date");
    const blocks: Block[] = [];
    for await (const page of pages(reading, "core-memory/blocks", "order=asc", BlockRow))
      blocks.push(...page);
    const known = knownBlocks(reading.owner, blocks, calls);
    for (const block of known) {
      const events = await blockEvents(reading, block, start);
      yield { events, done: `${blocks.length} blocks read` };
    }
    const passages: Passage[] = [];
    for await (const page of pages(reading, "archival-memory", "ascending=true", Passage)) {
      passages.push(...page);
      yield { events: [], done: `${passages.length} passages read` };
    }
    yield { events: await passageEvents(reading, passages, calls), done: "passages read" };
    const read = new Set([...known.map(({ unit }) => unit), ...passages.map(({ id }) => id)]);
    for (const [unit, { ref }] of reading.stored)
      if (!read.has(unit))
        yield { events: await goneEvents(reading, unit, ref), done: "deletions read" };
  },
};

async function* pages<T extends { readonly id: string }>(
  { requests, owner }: VendorReading,
  what: string,
  order: string,
  row: z.ZodMiniType<T>,
): AsyncGenerator<readonly T[]> {
  const path = `/v1/agents/${encodeURIComponent(owner)}/${what}?limit=${PAGE_ITEMS}&${order}`;
  let after = "";
  for (;;) {
    const cursor = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const asked = { method: "GET", path: path + cursor, answer: z.array(row) } as const;
    const { value } = await requests.ask(asked);
    const last = value.at(-1)?.id;
    if (last === undefined || last === after) return;
    yield value;
    after = last;
  }
}

/** Returns the events of the operations that added passages, and of the searches for passages. */
async function passageEvents(
  { events, stored, isStored, now }: VendorReading,
  passages: readonly Passage[],
  calls: readonly MemoryCall[],
): Promise<MemoryEvent[]> {
  const inserts = calls.filter(({ tool }) => tool === "archival_memory_insert");
  const taken = new Set<MemoryCall>();
  const added: MemoryEvent[] = [];
  const refs = new Map<string, string>();
  let isKnown = true;
  for (const { id, text, created_at } of passages) {
    const call = inserts.find((each) => !taken.has(each) && each.args.content === text);
    if (call !== undefined) taken.add(call);
    const at = call?.at ?? (created_at ? timeOf(created_at, `Letta's passage ${id}`) : now);
    const first = call?.id ?? idOf(id, "added");
    const held = stored.get(id)?.ref;
    // `isKnown` is true as long as an earlier import has sent every passage that the loop has seen.
    // Imports send the oldest passage first, so all passages after the first new passage are new
    // too.
    isKnown &&= held !== undefined || (await isStored(first));
    const isBack = held === undefined && isKnown;
    const about = { unit: id, kind: "Letta passage", text, state: text };
    if (isBack) {
      const again = await unusedId(isStored, idOf(id, "added"));
      const change = { id: again, at: now, name: "add passage", category: "extraction" };
      const ref = `${again}/text`;
      refs.set(id, ref);
      added.push(
        ...events
          .change(change)
          .write({ ...about, ref }, undefined, [])
          .events(),
      );
      continue;
    }
    const ref = idOf(id, "text");
    refs.set(id, held ?? ref);
    const change = { id: first, at, name: call?.tool ?? "add passage", category: "extraction" };
    added.push(
      ...events
        .change(change)
        .write({ ...about, ref }, undefined, call?.from ?? [])
        .events(),
    );
  }
  const searched = calls
    .filter(({ tool }) => tool === "archival_memory_search")
    .flatMap((call) => {
      const { id, at, tool: name, error, from } = call;
      const change = events.change({ id, at, name, category: "retrieval", error });
      const query = `${id}/query`;
      change.value(query, query, { category: "query" }, String(call.args.query ?? ""));
      for (const source of from) change.link(source, query, "retrieval");
      for (const passage of passages)
        if (call.returned.includes(passage.id))
          change.link(query, refs.get(passage.id) ?? "", "retrieval", passage.id);
      return change.events();
    });
  return [...added, ...searched];
}

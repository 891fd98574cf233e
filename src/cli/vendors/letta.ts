/** A Letta agent: its messages, the calls of its memory tools, its blocks and its passages. */
import * as z from "zod/mini";
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import { type BlockEdit, type BlockTexts, blockTexts, editOf } from "./block-edits.ts";
import { lettaMessage, type MemoryCall, readCalls } from "./letta-messages.ts";
import type { Reading, Vendor } from "./vendor.ts";
import { idOf, stateDigest, timeOf } from "./vendor-events.ts";

const Block = z.looseObject({
  id: z.string(),
  value: z.string(),
  label: z.nullish(z.string()),
});
type Block = z.infer<typeof Block>;
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
    "Letta keeps no history of a block: its texts are worked out from its text now and the calls of the memory tools. An edit by other means is seen only when the import runs.",
    "Letta does not say when a block got its first text: it has the time of the first message.",
    "Letta lists no deleted passages, and not when and by what they were deleted.",
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
    for await (const page of pages(reading, "core-memory/blocks", "order=asc", Block))
      blocks.push(...page);
    const known = knownBlocks(reading.owner, blocks, calls, start);
    for (const block of known)
      yield { events: await blockEvents(reading, block), done: `${blocks.length} blocks read` };
    const passages: Passage[] = [];
    for await (const page of pages(reading, "archival-memory", "ascending=true", Passage)) {
      passages.push(...page);
      yield { events: [], done: `${passages.length} passages read` };
    }
    yield { events: passageEvents(reading, passages, calls), done: "passages read" };
    yield {
      events: goneEvents(
        reading,
        new Set([...known.map(({ unit }) => unit), ...passages.map(({ id }) => id)]),
      ),
      done: "deletions read",
    };
  },
};

async function* pages<T extends { readonly id: string }>(
  { requests, owner }: Reading,
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

interface KnownBlock {
  readonly unit: string;
  readonly label: string;
  /** Undefined if the block is gone. */
  readonly now: string | undefined;
  readonly start: number;
  readonly edits: readonly { readonly edit: BlockEdit; readonly call: MemoryCall }[];
}

/** The blocks of now, and those that only calls name. */
function knownBlocks(
  owner: string,
  blocks: readonly Block[],
  calls: readonly MemoryCall[],
  start: number,
): KnownBlock[] {
  const edits = calls.flatMap((call) => {
    const edited = editOf(call.tool, call.args);
    return edited === undefined ? [] : [{ ...edited, call }];
  });
  const known = blocks.map(({ id, label, value }) => ({
    unit: id,
    label: label ?? "",
    now: value,
  }));
  const labels = new Set(known.map(({ label }) => label));
  const gone = [...new Set(edits.map(({ label }) => label))]
    .filter((label) => !labels.has(label))
    .map((label) => ({ unit: idOf(owner, label), label, now: undefined }));
  return [...known, ...gone].map((block) => ({
    ...{ ...block, start },
    edits: edits.filter(({ label }) => label !== "" && label === block.label),
  }));
}

/** The first text of a block, and an operation for each edit. */
async function blockEvents(reading: Reading, block: KnownBlock): Promise<MemoryEvent[]> {
  const { events } = reading;
  const { unit, label, edits } = block;
  const done = edits.filter(({ call }) => call.error === undefined);
  const texts = blockTexts(
    done.map(({ edit }) => edit),
    block.now,
  );
  const list: MemoryEvent[] = [];
  const about = { unit, kind: "Letta block", metadata: { label } };
  let before: string | undefined;
  let text = texts.first;
  if (text !== undefined) {
    const id = idOf(unit, "first");
    before = `${id}/text`;
    const added = { id, at: block.start, name: "add block", category: "extraction" };
    const version = { ...about, ref: before, text, state: text };
    list.push(...events.change(added).write(version, undefined, []).events());
  }
  for (const { edit, call } of edits) {
    const { id, at, tool: name, error, from } = call;
    const place = done.findIndex((each) => each.call === call);
    const after = texts.after[place];
    const isDeletion = edit.kind === "delete";
    const category = isDeletion ? "deletion" : before === undefined ? "extraction" : "update";
    const change = events.change({ id, at, name, category, error, comment: call.raw });
    if (isDeletion && error === undefined && before !== undefined) {
      change.remove(before);
      [before, text] = [undefined, undefined];
    } else if (after !== undefined && after !== text) {
      const ref = `${id}/text`;
      change.write({ ...about, ref, text: after, state: after }, before, from);
      [before, text] = [ref, after];
    } else {
      // The text after it is not known, or it changed nothing.
      const ref = `${id}/edit`;
      change.value(ref, `${label} edit`, { category: "note" }, call.raw);
      for (const source of from) change.link(source, ref, "note");
    }
    list.push(...change.events());
  }
  return [...list, ...(await outsideEvents(reading, block, texts))];
}

/** A text that is neither the stored one nor the work of a call that is not stored yet. */
async function outsideEvents(
  { events, stored, now: at, isStored }: Reading,
  { unit, label, now: text, edits }: KnownBlock,
  texts: BlockTexts,
): Promise<readonly MemoryEvent[]> {
  const known = stored.get(unit);
  if (text === undefined || known === undefined) return [];
  const isExplained = [texts.first, ...texts.after].some(
    (each) => each !== undefined && stateDigest(each) === known.digest,
  );
  const last = edits.at(-1)?.call.id;
  if (isExplained || (last !== undefined && !(await isStored(last)))) return [];
  const id = idOf(unit, stateDigest(text));
  const version = { unit, kind: "Letta block", metadata: { label }, ref: `${id}/text`, text };
  return events
    .change({ id, at, name: "change outside of the memory tools", category: "update" })
    .write({ ...version, state: text }, known.ref, [])
    .events();
}

/** Passages with the calls that inserted them, and the searches that returned them. */
function passageEvents(
  { events, now }: Reading,
  passages: readonly Passage[],
  calls: readonly MemoryCall[],
): MemoryEvent[] {
  const inserts = calls.filter(({ tool }) => tool === "archival_memory_insert");
  const taken = new Set<MemoryCall>();
  const added = passages.flatMap(({ id, text, created_at }) => {
    const call = inserts.find((each) => !taken.has(each) && each.args.content === text);
    if (call !== undefined) taken.add(call);
    const at = call?.at ?? (created_at ? timeOf(created_at, `Letta's passage ${id}`) : now);
    const change = { id: call?.id ?? idOf(id, "added"), at, name: call?.tool ?? "add passage" };
    const version = { unit: id, kind: "Letta passage", ref: idOf(id, "text"), text, state: text };
    return events
      .change({ ...change, category: "extraction" })
      .write(version, undefined, call?.from ?? [])
      .events();
  });
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
          change.link(query, idOf(passage.id, "text"), "retrieval");
      return change.events();
    });
  return [...added, ...searched];
}

/** Units that are stored and that Letta no longer has. */
function goneEvents(
  { events, stored, now: at }: Reading,
  present: ReadonlySet<string>,
): MemoryEvent[] {
  return [...stored].flatMap(([unit, { ref }]) => {
    if (present.has(unit)) return [];
    const name = "deletion that Letta does not date";
    return events
      .change({ id: idOf(unit, "gone"), at, name, category: "deletion" })
      .remove(ref)
      .events();
  });
}

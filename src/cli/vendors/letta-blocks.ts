/**
 * Turns the blocks of a Letta agent into events. The calls of memory tools give the versions. Some
 * changes have no call, such as an edit in Letta's UI.
 */
import { digestOf, type MemoryEvent } from "../memory-files/unit-history.ts";
import { type BlockEdit, blockTexts, editOf } from "./block-edits.ts";
import type { MemoryCall } from "./letta-messages.ts";
import type { VendorReading } from "./vendor.ts";
import { idOf, unusedId } from "./vendor-events.ts";

export interface Block {
  readonly id: string;
  readonly value: string;
  readonly label?: string | null | undefined;
}

export interface KnownBlock {
  readonly unit: string;
  readonly label: string;
  /** Current text; undefined if the block was deleted. */
  readonly now: string | undefined;
  readonly edits: readonly { readonly edit: BlockEdit; readonly call: MemoryCall }[];
}

/**
 * Returns the current blocks, and the deleted blocks that a tool call edited. A call names a block
 * only by its label, so the label is all that is known about a deleted block. Therefore, the units
 * get their names from the labels.
 */
export function knownBlocks(
  owner: string,
  blocks: readonly Block[],
  calls: readonly MemoryCall[],
): KnownBlock[] {
  const edits = calls.flatMap((call) => {
    const edited = editOf(call.tool, call.args);
    return edited === undefined ? [] : [{ ...edited, call }];
  });
  const present = blocks.map(({ id, label, value }) => ({
    ...{ unit: idOf(owner, label || id), label: label ?? "", now: value },
  }));
  const labels = new Set(present.map(({ label }) => label));
  const gone = [...new Set(edits.map(({ label }) => label))]
    .filter((label) => !labels.has(label))
    .map((label) => ({ unit: idOf(owner, label), label, now: undefined }));
  return [...present, ...gone].map((block) => ({
    ...block,
    edits: edits.filter(({ label }) => label !== "" && label === block.label),
  }));
}

/**
 * Returns the events that record one block: how its first text was added, what each tool call
 * changed, and what changed without a tool call.
 * @param start time of the first text
 */
export async function blockEvents(
  reading: VendorReading,
  block: KnownBlock,
  start: number,
): Promise<MemoryEvent[]> {
  const { events, stored } = reading;
  const { unit, label, edits } = block;
  const held = stored.get(unit)?.ref;
  const storedCalls = await countStored(
    reading,
    edits.map(({ call }) => call.id),
  );
  const firstId = `${unit}/first`;
  const isNew = held === undefined && storedCalls === 0 && !(await reading.isStored(firstId));
  const done = edits.filter(({ call }) => call.error === undefined);
  const texts = blockTexts(
    done.map(({ edit }) => edit),
    block.now,
  );
  const list: MemoryEvent[] = [];
  const about = { unit, kind: "Letta block", metadata: { label } };
  let before: string | undefined;
  let text = texts.first;
  if (text !== undefined && storedCalls === 0) {
    const ref = `${firstId}/text`;
    if (isNew) before = ref;
    const added = { id: firstId, at: start, name: "add block", category: "extraction" };
    list.push(
      ...events
        .change(added)
        .write({ ...about, ref, text, state: text }, undefined, [])
        .events(),
    );
  }
  for (const [number, { edit, call }] of edits.entries()) {
    const { id, at, tool: name, error, from } = call;
    // The first new call changes the latest stored version of the block. The previous call may not
    // have written this version. The text can also change without a call, and an earlier import may
    // have stored that change as a version.
    if (number === storedCalls && !isNew) {
      before = held;
      if (held === undefined) text = undefined;
    }
    const after = texts.after[done.findIndex((each) => each.call === call)];
    const isDeletion = edit.kind === "delete";
    const category = isDeletion ? "deletion" : before === undefined ? "extraction" : "update";
    const change = events.change({ id, at, name, category, error, comment: call.raw });
    if (isDeletion && error === undefined && before !== undefined) {
      change.remove(before);
      [before, text] = [undefined, undefined];
    } else if (!isDeletion && after !== undefined && after !== text) {
      const ref = `${id}/text`;
      change.write({ ...about, ref, text: after, state: after }, before, from);
      [before, text] = [ref, after];
    } else if (number >= storedCalls) {
      // If the new text is unknown or unchanged, record only the call and no new version.
      const ref = `${id}/edit`;
      change.value(ref, `${label} edit`, { category: "note" }, call.raw);
      for (const source of from) change.link(source, ref, "note");
    }
    list.push(...change.events());
  }
  const hasNewCalls = storedCalls < edits.length;
  const last = hasNewCalls || isNew ? before : held;
  return [...list, ...(await otherEvents(reading, block, last, hasNewCalls))];
}

/**
 * Returns how many of these operations were sent by earlier imports. Imports send the oldest
 * operation first, so these are always the first ones in the list.
 */
async function countStored(
  { isStored }: VendorReading,
  operations: readonly string[],
): Promise<number> {
  let [low, high] = [0, operations.length];
  // Usually all are stored. So check the last one first, and then do a binary search.
  for (let middle = high - 1; low < high; middle = (low + high) >> 1) {
    if (await isStored(operations[middle] ?? "")) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the events of a change that no tool call made, such as an edit in Letta's UI. For this,
 * compares the block's current text with the latest version. Returns no events if nothing changed,
 * or if a new tool call may have made the change.
 * @param last ref or id of the latest version; undefined if there is no version yet, or if the
 * events so far say that the block was deleted
 */
async function otherEvents(
  { events, stored, now: at, isStored }: VendorReading,
  { unit, label, now: text }: KnownBlock,
  last: string | undefined,
  hasNewCalls: boolean,
): Promise<readonly MemoryEvent[]> {
  if (text === undefined)
    return last === undefined ? [] : goneEvents({ events, now: at, isStored }, unit, last);
  const about = { unit, kind: "Letta block", metadata: { label }, text, state: text };
  if (last === undefined) {
    const id = await unusedId(isStored, `${unit}/added`);
    return events
      .change({ id, at, name: "add block", category: "extraction" })
      .write({ ...about, ref: `${id}/text` }, undefined, [])
      .events();
  }
  const known = stored.get(unit);
  // Record a change outside of the memory tools only if the text differs from the stored text and
  // there are no new calls. If there are new calls, one of them may have written the text.
  if (known === undefined || known.digest === digestOf(text) || hasNewCalls) return [];
  const id = `${unit}/${digestOf(`${last}\n${text}`)}`;
  return events
    .change({ id, at, name: "change outside of the memory tools", category: "update" })
    .write({ ...about, ref: `${id}/text` }, last, [])
    .events();
}

/** @param last latest stored version of a unit that Letta no longer has */
export async function goneEvents(
  { events, now: at, isStored }: Pick<VendorReading, "events" | "now" | "isStored">,
  unit: string,
  last: string,
): Promise<readonly MemoryEvent[]> {
  const id = await unusedId(isStored, `${unit}/gone`);
  const name = "deletion that Letta does not date";
  return events.change({ id, at, name, category: "deletion" }).remove(last).events();
}

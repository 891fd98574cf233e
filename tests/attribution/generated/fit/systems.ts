import type { Recording, System } from "../recording.ts";

/**
 * A memory of facts, each stored as a record. Records are revised, expire, are searched, ranked and
 * packed.
 */
const ledger: System = (r) => {
  const { items, target } = r.story;
  const records = new Map<number, { id: string; text: string }>();
  const put = (index: number, text: string, version: number, from: string, op: string) => {
    const id = r.variable(`record/${index}`, text, "memory_record", { version });
    r.step(
      op,
      version > 1 ? "records.revise" : "records.put",
      [[from, id]],
      version > 1 ? "revision" : "insertion",
    );
    records.set(index, { id, text });
  };
  for (const index of items.keys()) {
    const message = r.says(index);
    const text = r.extracted(index, `mine-${index}`);
    const facts = r.variable(
      `facts/${index}`,
      text === "" ? "[]" : JSON.stringify([text]),
      "findings",
    );
    r.step(`mine-${index}`, "facts.mine", [[message, facts]], "extraction");
    if (text !== "") put(index, text, 1, facts, `put-${index}`);
  }
  for (const index of [0, 6]) {
    const record = records.get(index);
    if (record && index !== target) put(index, `${record.text} ✓`, 2, record.id, `revise-${index}`);
  }
  const held = records.get(target);
  if (r.fault.stage === "update" && held) {
    put(target, r.fault.made, 2, held.id, "revise-late");
    r.blame("UpdateError", "revise-late");
  }
  if (r.fault.stage === "delete" && held) {
    const mark = r.variable("expired/1", "expired", "marker");
    r.step("expire", "records.expire", [[held.id, mark]], "expiry");
    records.delete(target);
    r.blame("DeletionError", "expire");
  }
  const query = r.ask();
  const list = (indices: readonly number[]) =>
    indices.map((index, rank) => `${rank + 1}. ${records.get(index)?.text}`).join("\n");
  const found = r.found((index) => records.has(index));
  const hits = r.variable("hits", list(found), "hits");
  r.step(
    "search",
    "records.find",
    [[query, hits], ...found.flatMap((index) => [[records.get(index)?.id ?? "", hits] as const])],
    "lookup",
  );
  const order = r.without("rank", found.toReversed());
  const ranked = r.variable("ranked", list(order), "hits");
  r.step(
    "rank",
    "scorer.order",
    [
      [hits, ranked],
      [query, ranked],
    ],
    "ordering",
  );
  const packed = r.variable(
    "packed",
    `Known facts:\n${list(r.without("pack", order))}`,
    "assembled",
  );
  r.step("pack", "prompt.pack", [[ranked, packed]], "assembly");
  blameRetrieval(r);
  return r.answer(query, [packed]);
};

function blameRetrieval(r: Recording): void {
  const { stage } = r.fault;
  if (stage === "search" || stage === "rank" || stage === "pack") r.blame("RetrievalError", stage);
}

/** One JSON document per person; patches are proposed, then applied. */
const profile: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "rank" || stage === "delete") return undefined;
  const documents = new Map<
    string,
    { id: string; version: number; fields: Record<string, string> }
  >();
  const apply = (
    op: string,
    who: string,
    patch: string | undefined,
    change: Record<string, string>,
  ) => {
    const before = documents.get(who);
    const fields = { ...before?.fields, ...change };
    const version = (before?.version ?? 0) + 1;
    const id = r.variable(`document/${who}`, JSON.stringify(fields), "memory", { version });
    const sources = [patch, before?.id].filter((each) => each !== undefined);
    r.step(
      op,
      "document.apply",
      sources.map((from) => [from, id] as const),
      "update",
    );
    documents.set(who, { id, version, fields });
  };
  for (const [index, item] of items.entries()) {
    const message = r.says(index);
    const text = r.extracted(index, `propose-${index}`);
    const patch = r.variable(
      `patch/${index}`,
      text === "" ? "{}" : JSON.stringify({ [`f${index}`]: text }),
      "patch",
    );
    r.step(`propose-${index}`, "document.propose", [[message, patch]], "extraction");
    if (text !== "") apply(`apply-${index}`, item.who, patch, { [`f${index}`]: text });
  }
  const owner = items[target]?.who ?? "";
  if (stage === "update") {
    apply("apply-late", owner, undefined, { [`f${target}`]: r.fault.made });
    r.blame("UpdateError", "apply-late");
  }
  const query = r.ask();
  const wanted = [...new Set(r.story.evidence.map((index) => items[index]?.who ?? ""))];
  const selected = wanted.map((who) => {
    const document = documents.get(who);
    const fields = { ...document?.fields };
    if (stage === "search" && who === owner) delete fields[`f${target}`];
    return { id: document?.id ?? "", text: JSON.stringify(fields) };
  });
  const view = r.variable("selected", selected.map(({ text }) => text).join("\n"), "retrieved");
  r.step(
    "search",
    "document.select",
    [[query, view], ...selected.map(({ id }) => [id, view] as const)],
    "retrieval",
  );
  if (stage === "search") r.blame("RetrievalError", "search");
  if (stage === "pack") return undefined;
  return r.answer(query, [view]);
};

/** A summary that is rewritten after every three messages. */
const rolling: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "search" || stage === "rank" || stage === "pack" || stage === "delete")
    return undefined;
  let current: { id: string; version: number; lines: readonly string[] } | undefined;
  const fold = (op: string, sources: readonly string[], lines: readonly string[]) => {
    const version = (current?.version ?? 0) + 1;
    const id = r.trace.variable("summary", lines.join(" "), { category: "memory", version });
    const read = current === undefined ? sources : [...sources, current.id];
    r.trace.operation(
      op,
      "summary.fold",
      read.map((from) => [from, id] as const),
      { category: "summarization" },
    );
    current = { id, version, lines };
  };
  for (let start = 0; start < items.length; start += 3) {
    const group = [start, start + 1, start + 2].filter((index) => index < items.length);
    const messages = group.map((index) => r.says(index));
    const texts = group
      .map((index) => r.extracted(index, `fold-${start}`))
      .filter((text) => text !== "");
    fold(`fold-${start}`, messages, [...(current?.lines ?? []), ...texts]);
  }
  if (stage === "update") {
    const stored = items[target]?.stored;
    const closing = r.trace.variable(
      "said/last",
      JSON.stringify({ speaker: items[0]?.who, text: "👋", time: "2025-12-01T08:30:00" }),
      { category: "message" },
    );
    fold(
      "fold-late",
      [closing],
      (current?.lines ?? []).flatMap((line) => (line === stored ? [r.fault.made] : [line])),
    );
    r.blame("UpdateError", "fold-late");
  }
  const query = r.ask();
  return r.answer(query, [current?.id ?? ""]);
};

/** Units are merged, split or moved; then the old ones are removed. */
const tidied: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "rank" || stage === "pack") return undefined;
  const units = new Map<number, { id: string; text: string }>();
  for (const index of items.keys()) {
    const message = r.says(index);
    const text = r.extracted(index, `note-${index}`);
    const note = r.variable(`note/${index}`, text, "extracted");
    r.step(`note-${index}`, "notes.take", [[message, note]], "extraction");
    if (text === "") continue;
    const id = r.trace.variable(`unit/${index}`, text, { category: "memory" });
    r.step(`put-${index}`, "notes.put", [[note, id]], "update");
    units.set(index, { id, text });
  }
  const clear = (op: string, indices: readonly number[]) => {
    const mark = r.variable(`gone/${op}`, "gone", "marker");
    r.step(
      op,
      "notes.clear",
      indices.map((index) => [units.get(index)?.id ?? "", mark] as const),
      "deletion",
    );
  };
  const [one, two] = [0, 6, 8, 9].filter((index) => !r.story.evidence.includes(index));
  const [a, b] = [units.get(one ?? 0), units.get(two ?? 0)];
  const held = units.get(target);
  if (a && b) {
    const text = `${a.text} ${b.text}`;
    const id = r.trace.variable("unit/merged", text, { category: "memory" });
    r.step(
      "merge",
      "notes.merge",
      [
        [a.id, id],
        [b.id, id],
      ],
      "update",
    );
    clear("clear", [one ?? 0, two ?? 0]);
    units.set(one ?? 0, { id, text });
    units.delete(two ?? 0);
  }
  const near =
    [target - 2, target - 3].find(
      (index) => index !== one && index !== two && !r.story.evidence.includes(index),
    ) ?? target - 1;
  const neighbour = units.get(near);
  if (stage === "update" && held && neighbour) {
    const text = `${neighbour.text} ${r.fault.made}`;
    const id = r.trace.variable("unit/late", text, { category: "memory" });
    r.step(
      "merge-late",
      "notes.merge",
      [
        [held.id, id],
        [neighbour.id, id],
      ],
      "update",
    );
    clear("clear-late", [target, near]);
    units.set(target, { id, text });
    units.delete(near);
    r.blame("UpdateError", "merge-late");
  }
  if (stage === "delete" && held) {
    clear("clear-late", [target]);
    units.delete(target);
    r.blame("DeletionError", "clear-late");
  }
  const query = r.ask();
  const found = r.found((index) => units.has(index));
  const hits = r.variable("hits", found.map((index) => units.get(index)?.text).join("\n"), "hits");
  r.step(
    "search",
    "notes.find",
    [[query, hits], ...found.map((index) => [units.get(index)?.id ?? "", hits] as const)],
    "retrieval",
  );
  if (stage === "search") r.blame("RetrievalError", "search");
  return r.answer(query, [hits]);
};

export const systems: Readonly<Record<string, System>> = { ledger, profile, rolling, tidied };

import type { Recording, System } from "../recording.ts";

/** Edges of a knowledge graph as compact JSON; the question is embedded before the search. */
const edges: System = (r) => {
  const { items, target } = r.story;
  const edges = new Map<number, { id: string; text: string }>();
  const write = (index: number, text: string, version: number, from: string, op: string) => {
    const value = JSON.stringify({
      id: `e${index}`,
      subject: items[index]?.who,
      fact: text,
      weight: 0.5,
    });
    const id = r.variable(`edge/${index}`, value, "memory", { version });
    r.step(
      op,
      version > 1 ? "kg.rewrite" : "kg.assert",
      [[from, id]],
      version > 1 ? "rewrite" : "upsert",
    );
    edges.set(index, { id, text });
  };
  for (const index of items.keys()) {
    const message = r.says(index);
    const text = r.extracted(index, `parse-${index}`);
    const triples = r.variable(
      `triples/${index}`,
      JSON.stringify(text === "" ? [] : [{ s: items[index]?.who, fact: text }]),
      "triples",
    );
    r.step(`parse-${index}`, "kg.parse", [[message, triples]], "extraction");
    if (text !== "") write(index, text, 1, triples, `assert-${index}`);
  }
  const held = edges.get(target);
  const innocent = edges.get(3);
  if (innocent && target !== 3) write(3, `${innocent.text} (seen)`, 2, innocent.id, "rewrite-3");
  if (r.fault.stage === "update" && held) {
    write(target, r.fault.made, 2, held.id, "rewrite-late");
    r.blame("UpdateError", "rewrite-late");
  }
  if (r.fault.stage === "delete" && held) {
    const mark = r.variable("retracted/1", "retracted", "marker");
    r.step("retract", "kg.retract", [[held.id, mark]], "removal");
    edges.delete(target);
    r.blame("DeletionError", "retract");
  }
  const query = r.ask();
  const vector = r.variable("vector", "[0.11,-0.42,0.07]", "embedding");
  r.step("embed", "kg.embed", [[query, vector]], "embedding");
  const list = (indices: readonly number[]) =>
    JSON.stringify(
      indices.map((index) => ({
        id: `e${index}`,
        subject: items[index]?.who,
        fact: edges.get(index)?.text,
      })),
    );
  const found = r.found((index) => edges.has(index));
  const near = r.variable("neighbours", list(found), "hits");
  r.step(
    "search",
    "kg.neighbours",
    [[vector, near], ...found.map((index) => [edges.get(index)?.id ?? "", near] as const)],
    "retrieval",
  );
  const order = r.without("rank", found.toReversed());
  const paths = r.variable("paths", list(order), "hits");
  r.step(
    "rank",
    "kg.rank",
    [
      [near, paths],
      [query, paths],
    ],
    "reranking",
  );
  const prompt = r.variable(
    "brief",
    `Use these edges: ${list(r.without("pack", order))}`,
    "context",
  );
  r.step("pack", "kg.brief", [[paths, prompt]], "assembly");
  blameRetrieval(r);
  return r.answer(query, [prompt]);
};

function blameRetrieval(r: Recording): void {
  const { stage } = r.fault;
  if (stage === "search" || stage === "rank" || stage === "pack") r.blame("RetrievalError", stage);
}

/** Digests of five messages each. One page combines the digests and is read from the top. */
const pages: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "rank" || stage === "delete") return undefined;
  let page: { id: string; version: number; lines: readonly string[] } | undefined;
  const roll = (op: string, name: string, from: string | undefined, lines: readonly string[]) => {
    const version = (page?.version ?? 0) + 1;
    const id = r.trace.variable("page", lines.join("\n"), { category: "memory", version });
    const sources = [from, page?.id].filter((each) => each !== undefined);
    r.step(
      op,
      name,
      sources.map((each) => [each, id] as const),
      "update",
    );
    page = { id, version, lines };
  };
  for (let start = 0; start < items.length; start += 5) {
    const group = Array.from({ length: 5 }, (_, offset) => start + offset).filter(
      (index) => index < items.length,
    );
    const messages = group.map((index) => r.says(index));
    const lines = group
      .map((index) => r.extracted(index, `digest-${start}`))
      .filter((line) => line !== "");
    const digest = r.variable(`digest/${start}`, lines.join("\n"), "digest");
    r.step(
      `digest-${start}`,
      "leaf.digest",
      messages.map((from) => [from, digest] as const),
      "extraction",
    );
    roll(`roll-${start}`, "page.roll", digest, [...(page?.lines ?? []), ...lines]);
  }
  if (stage === "update") {
    const stored = items[target]?.stored;
    roll(
      "tidy",
      "page.tidy",
      undefined,
      (page?.lines ?? []).map((line) => (line === stored ? r.fault.made : line)),
    );
    r.blame("UpdateError", "tidy");
  }
  const query = r.ask();
  const lines = page?.lines ?? [];
  const lost = items[target]?.stored;
  const seen = stage === "search" ? lines.filter((line) => line !== lost) : lines;
  const view = r.variable("branch", seen.join("\n"), "branch");
  r.step(
    "search",
    "page.descend",
    [
      [query, view],
      [page?.id ?? "", view],
    ],
    "retrieval",
  );
  const shown = stage === "pack" ? seen.filter((line) => line !== lost) : seen;
  const brief = r.variable("brief", `Notes on the people:\n${shown.join("\n")}`, "context");
  r.step("pack", "page.brief", [[view, brief]], "assembly");
  blameRetrieval(r);
  return r.answer(query, [brief]);
};

/**
 * Each batch of messages becomes units in one step. The answering step reads the units that were
 * found.
 */
const direct: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "rank" || stage === "pack") return undefined;
  const units = new Map<number, { id: string; text: string }>();
  for (let start = 0; start < items.length; start += 4) {
    const group = Array.from({ length: 4 }, (_, offset) => start + offset).filter(
      (index) => index < items.length,
    );
    const messages = group.map((index) => r.says(index));
    const made = group.flatMap((index) => {
      const text = r.extracted(index, `batch-${start}`);
      if (text === "") return [];
      const id = r.trace.variable(`memory/${index}`, text, { category: "memory" });
      units.set(index, { id, text });
      return [id];
    });
    r.step(
      `batch-${start}`,
      "batch.learn",
      messages.flatMap((from) => made.map((id) => [from, id] as const)),
      "extraction",
    );
  }
  const held = units.get(target);
  if (stage === "update" && held) {
    const id = r.trace.variable(`memory/${target}`, r.fault.made, {
      category: "memory",
      version: 2,
    });
    r.step("replace", "memory.replace", [[held.id, id]], "update");
    units.set(target, { id, text: r.fault.made });
    r.blame("UpdateError", "replace");
  }
  if (stage === "delete" && held) {
    const mark = r.variable("swept/1", "swept", "marker");
    const swept = [target, ...[2, 9].filter((index) => !r.story.evidence.includes(index))];
    r.step(
      "sweep",
      "memory.sweep",
      swept.map((index) => [units.get(index)?.id ?? "", mark] as const),
      "deletion",
    );
    for (const index of swept) units.delete(index);
    r.blame("DeletionError", "sweep");
  }
  const query = r.ask();
  const found = r.found((index) => units.has(index));
  r.step(
    "search",
    "memory.search",
    found.map((index) => [query, units.get(index)?.id ?? ""] as const),
    "retrieval",
  );
  if (stage === "search") r.blame("RetrievalError", "search");
  return r.answer(
    query,
    found.map((index) => units.get(index)?.id ?? ""),
  );
};

/**
 * An agent that searches twice and keeps notes. It splits or archives units, and removes the old
 * units.
 */
const loop: System = (r) => {
  const { items, target } = r.story;
  const { stage } = r.fault;
  if (stage === "rank") return undefined;
  const units = new Map<number, { id: string; text: string }>();
  for (const index of items.keys()) {
    const message = r.says(index);
    const text = r.extracted(index, `jot-${index}`);
    const jotted = r.variable(`jotted/${index}`, text, "draft");
    r.step(`jot-${index}`, "agent.jot", [[message, jotted]], "extraction");
    if (text === "") continue;
    const id = r.trace.variable(`unit/${index}`, text, { category: "memory" });
    r.step(`save-${index}`, "agent.save", [[jotted, id]], "update");
    units.set(index, { id, text });
  }
  const split = (op: string, index: number, parts: readonly string[]) => {
    const before = units.get(index);
    if (before === undefined) return;
    const made = parts.map((part, at) =>
      r.trace.variable(`part/${op}-${at}`, part, { category: "memory" }),
    );
    r.step(
      op,
      "agent.split",
      made.map((id) => [before.id, id] as const),
      "update",
    );
    const mark = r.variable(`gone/${op}`, "split", "marker");
    r.step(`${op}-clear`, "agent.clear", [[before.id, mark]], "deletion");
    units.set(index, { id: made[0] ?? "", text: parts[0] ?? "" });
  };
  if (target !== 2) split("split-2", 2, [units.get(2)?.text ?? "", "…"]);
  if (stage === "update") {
    split("split-late", target, [r.fault.made, "…"]);
    r.blame("UpdateError", "split-late");
  }
  if (stage === "delete") {
    const mark = r.variable("gone/1", "forgotten", "marker");
    r.step("forget", "agent.forget", [[units.get(target)?.id ?? "", mark]], "deletion");
    units.delete(target);
    r.blame("DeletionError", "forget");
  }
  const query = r.ask();
  const body = (indices: readonly number[]) =>
    indices.map((index) => units.get(index)?.text).join("\n");
  const found = r.found((index) => units.has(index));
  const early = found.filter((index) => !r.story.evidence.includes(index)).slice(0, 1);
  const rest = found.filter((index) => !early.includes(index));
  const first = r.variable("seen/1", body(early), "observation");
  r.step(
    "look-1",
    "tool.search",
    [[query, first], ...early.map((index) => [units.get(index)?.id ?? "", first] as const)],
    "retrieval",
  );
  const thought = r.variable("thought/1", `More on: ${r.story.topic.question}`, "thought");
  r.step(
    "think",
    "agent.think",
    [
      [query, thought],
      [first, thought],
    ],
    "reasoning",
  );
  const second = r.variable("seen/2", body(rest), "observation");
  r.step(
    "look-2",
    "tool.search",
    [[thought, second], ...rest.map((index) => [units.get(index)?.id ?? "", second] as const)],
    "retrieval",
  );
  const pad = r.variable("pad", `${body(r.without("pack", rest))}\n${body(early)}`, "scratchpad");
  r.step(
    "pad",
    "agent.pad",
    [
      [first, pad],
      [second, pad],
    ],
    "retrieval",
  );
  if (stage === "search") return undefined;
  if (stage === "pack") r.blame("RetrievalError", "pad");
  return r.answer(query, [pad]);
};

export const systems: Readonly<Record<string, System>> = { edges, pages, direct, loop };

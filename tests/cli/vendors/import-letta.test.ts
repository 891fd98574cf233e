import { expect, it } from "vitest";
import { type BlockEdit, blockTexts } from "../../../src/cli/vendors/block-edits.ts";
import { memoryService } from "../support/memory-service.ts";
import { memtrace } from "../support/memtrace.ts";
import { scriptedVendor } from "../support/scripted-vendor.ts";

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, "0")}:00+00:00`;
const row = (id: string, minute: number, message_type: string, more: object) => ({
  ...{ id, date: at(minute), message_type },
  ...more,
});
const call = (id: string, minute: number, name: string, args: object) =>
  row(id, minute, "tool_call_message", {
    tool_call: { name, arguments: JSON.stringify(args), tool_call_id: `call-${id}` },
  });
const returned = (id: string, minute: number, text: string, status = "success") =>
  row(id, minute, "tool_return_message", {
    ...{ tool_return: text, status, tool_call_id: `call-${id}` },
  });

/** The unit of the block with the label "human". */
const HUMAN = "agent-1/human";
const LIKES_TEA = { label: "human", content: "Likes tea" };
const MESSAGES = [
  row("m0", 0, "user_message", { content: JSON.stringify({ type: "login", time: "now" }) }),
  row("m1", 1, "user_message", {
    content: JSON.stringify({ type: "user_message", message: "I live in Lisbon" }),
  }),
  call("m2", 2, "memory_insert", { label: "human", new_str: "Lives in Lisbon", insert_line: -1 }),
  returned("m2", 2, "ok"),
  row("m3", 3, "user_message", { content: [{ type: "text", text: "I moved to Oslo" }] }),
  call("m4", 4, "memory_replace", { label: "human", old_str: "Lisbon", new_str: "Oslo" }),
  returned("m4", 4, "ok"),
  call("m5", 5, "memory_replace", { label: "human", old_str: "Rome", new_str: "Paris" }),
  returned("m5", 5, "not found", "error"),
  call("m6", 6, "archival_memory_insert", { content: "Ada has a cat called Tom" }),
  returned("m6", 6, "Memory stored: passage-1"),
  call("m7", 7, "archival_memory_search", { query: "pets" }),
  returned("m7", 7, '[{"id": "passage-1", "content": "Ada has a cat called Tom"}]'),
  row("m8", 8, "assistant_message", { content: "Your cat is Tom." }),
];

type Lists = Record<string, { id: string; [field: string]: unknown }[]>;

/** A scripted Letta with these lists, in pages of three, and an import of its agent. */
async function lettaOf(lists: Lists) {
  const vendor = await scriptedVendor("Bearer letta-key", ({ method, path, query }) => {
    const [, what = ""] = /^\/v1\/agents\/agent-1\/(.+)$/.exec(path) ?? [];
    const all = method === "GET" ? lists[what] : undefined;
    const after = all?.findLastIndex(({ id }) => id === query.get("after")) ?? -1;
    return all?.slice(after + 1, after + 4);
  });
  const service = await memoryService();
  const run = () =>
    memtrace(["import", "--from", "letta", "--agent", "agent-1", "--from-url", vendor.url], {
      env: { ...service.env, LETTA_API_KEY: "letta-key" },
    });
  return { vendor, service, run };
}

it("K85 the history of a Letta agent's blocks comes from its memory tools' calls; passages are read too", async () => {
  const human = { id: "block-1", label: "human", value: "Name: Ada\nLives in Oslo" };
  const lists: Lists = {
    messages: [...MESSAGES],
    "core-memory/blocks": [human],
    "archival-memory": [{ id: "passage-1", text: "Ada has a cat called Tom" }],
  };
  const { vendor, service, run } = await lettaOf(lists);
  const { code, out } = await run();
  expect([code, service.rejected]).toEqual([0, []]);
  expect(out).toMatch(/^Letta: \d+ events sent; letta-agent-1 holds 2 units\n$/);
  const graph = service.graph("letta-agent-1");
  expect(graph.pending).toEqual([]);
  expect(graph.versionsOf(HUMAN).map(({ value }) => value)).toEqual([
    ...["Name: Ada", "Name: Ada\nLives in Lisbon", "Name: Ada\nLives in Oslo"],
  ]);
  const steps = [...graph.operations.values()].map(({ id, name, status }) => [id, name, status]);
  expect(steps).toEqual([
    [`${HUMAN}/first`, "add block", "ok"],
    ["call/call-m2", "memory_insert", "ok"],
    ["call/call-m4", "memory_replace", "ok"],
    ["call/call-m5", "memory_replace", "error"],
    ["call/call-m6", "archival_memory_insert", "ok"],
    ["call/call-m7", "archival_memory_search", "ok"],
  ]);
  const ends = (op: string) =>
    [...graph.links.values()]
      .filter((link) => link.op === op)
      .map(({ from, to }) => [from, to].map((end) => graph.variables.get(end)?.value));
  expect(ends("call/call-m4")).toEqual([
    ["Name: Ada\nLives in Lisbon", "Name: Ada\nLives in Oslo"],
    ["I moved to Oslo", "Name: Ada\nLives in Oslo"],
  ]);
  expect(ends("call/call-m7")).toContainEqual(["pets", "Ada has a cat called Tom"]);
  const messages = [...graph.variables.values()].filter(({ category }) => category === "message");
  expect(messages.map(({ value }) => value)).toEqual([
    ...["I live in Lisbon", "I moved to Oslo", "Your cat is Tom."],
  ]);
  const count = service.events.length;
  await run();
  expect(service.events).toHaveLength(count);
  // Somebody edits the block by hand, and the passage is deleted.
  human.value = "Name: Ada\nLives in Oslo\nVIP";
  lists["archival-memory"] = [];
  await run();
  const names = () =>
    [...service.graph("letta-agent-1").operations.values()].map(({ name }) => name);
  expect(service.store("letta-agent-1")).toEqual({ [HUMAN]: human.value });
  expect(names()).toContain("change outside of the memory tools");
  expect(names()).toContain("deletion that Letta does not date");
  lists.messages?.push(
    // The time of the test is before this call.
    { ...call("m9", 9, "core_memory_append", LIKES_TEA), date: "2126-03-04T10:00:00+00:00" },
    returned("m9", 9, "None"),
  );
  human.value += "\nLikes tea";
  await run();
  service.close();
  vendor.close();
  expect(service.store("letta-agent-1")).toEqual({ [HUMAN]: human.value });
  expect(names().filter((name) => name.startsWith("change outside"))).toHaveLength(1);
});

it("K86 a block that the agent's own tool deletes has one deletion, at the time of the call", async () => {
  const human = { id: "block-1", label: "human", value: "Likes tea" };
  const lists: Lists = { messages: [...MESSAGES.slice(0, 2)], "core-memory/blocks": [human] };
  const { vendor, service, run } = await lettaOf({ ...lists, "archival-memory": [] });
  await run();
  lists.messages?.push(
    call("m9", 9, "memory", { command: "delete", path: "/memories/human" }),
    returned("m9", 9, "ok"),
  );
  lists["core-memory/blocks"]?.pop();
  await run();
  const count = service.events.length;
  await run();
  service.close();
  vendor.close();
  expect(service.store("letta-agent-1")).toEqual({});
  expect(service.events).toHaveLength(count);
  const graph = service.graph("letta-agent-1");
  expect(graph.pending).toEqual([]);
  const deletions = [...graph.operations.values()].filter(
    ({ category }) => category === "deletion",
  );
  expect(deletions.map(({ name, startedAt }) => [name, startedAt])).toEqual([
    ["memory", Date.parse(at(9))],
  ]);
});

it("K86 the import keeps other edits that repeat earlier texts, and blocks and passages that return", async () => {
  const human = { id: "block-1", label: "human", value: "tea" };
  const passage = { id: "passage-1", text: "Ada has a cat" };
  const lists: Lists = {
    messages: [...MESSAGES.slice(0, 2)],
    "core-memory/blocks": [human],
    "archival-memory": [passage],
  };
  const { vendor, service, run } = await lettaOf(lists);
  await run();
  for (const value of ["coffee", "tea", "coffee"]) {
    human.value = value;
    await run();
    expect(service.store("letta-agent-1")).toMatchObject({ [HUMAN]: value });
  }
  for (let time = 0; time < 2; time++) {
    [lists["core-memory/blocks"], lists["archival-memory"]] = [[], []];
    await run();
    expect(service.store("letta-agent-1")).toEqual({});
    [lists["core-memory/blocks"], lists["archival-memory"]] = [[human], [passage]];
    await run();
    expect(service.store("letta-agent-1")).toEqual({
      ...{ [HUMAN]: "coffee", "passage-1": "Ada has a cat" },
    });
  }
  const count = service.events.length;
  await run();
  expect(service.events).toHaveLength(count);
  lists.messages?.push(
    // The time of the test is before this call.
    { ...call("m9", 9, "core_memory_append", LIKES_TEA), date: "2126-03-04T10:00:00+00:00" },
    returned("m9", 9, "None"),
  );
  human.value += "\nLikes tea";
  await run();
  service.close();
  vendor.close();
  expect(service.store("letta-agent-1")).toMatchObject({ [HUMAN]: "coffee\nLikes tea" });
  expect(service.rejected).toEqual([]);
  expect(service.graph("letta-agent-1").pending).toEqual([]);
});

it("K85 a block's text is unknown if an edit cannot be undone or redone", () => {
  const insert = (text: string, line?: number): BlockEdit => ({ kind: "insert", line, text });
  expect(blockTexts([insert("b", 1), { kind: "append", text: "d" }], "a\nb\nc\nd")).toEqual({
    first: "a\nc",
    after: ["a\nb\nc", "a\nb\nc\nd"],
  });
  const removal: BlockEdit = { kind: "replace", old: "secret", text: "" };
  expect(blockTexts([removal, insert("x")], "y\nx")).toEqual({
    ...{ first: undefined, after: ["y", "y\nx"] },
  });
  const edits: BlockEdit[] = [insert("lost"), { kind: "rewrite", text: "new" }, { kind: "delete" }];
  expect(blockTexts(edits, undefined)).toEqual({
    ...{ first: undefined, after: [undefined, "new", undefined] },
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { type McpAgent, mcpAgent } from "../workers/support/mcp-client.ts";
import { promptedDog } from "../workers/support/prompted-dog.ts";
import {
  clientAs,
  clientOf,
  newKey,
  newProject,
  newTenant,
  type Tenant,
} from "../workers/support/tenants.ts";
import { sendEvents } from "../workers/support/traces.ts";

const READ_TOOLS = [
  ...["error_distribution", "list_cases", "why_wrong", "propose_fix", "replay_plan"],
  ...["what_did_it_know", "trace_information", "blame", "search_graph", "reports"],
];

/** Adds the step's place in the code to the extraction. */
const withSource = (event: TraceEvent): TraceEvent =>
  event.type === "operation" && event.op === "op-extract"
    ? { ...event, source: { file: "src/memory.ts", line: 42 } }
    : event;

let tenant: Tenant;
let agent: McpAgent;
let reader: McpAgent;
const graph = `g-${crypto.randomUUID()}`;
let id: string;
beforeAll(async () => {
  tenant = await newTenant();
  await sendEvents(tenant.key, promptedDog(graph).map(withSource));
  id = (await attributedCase(clientOf(tenant.key), graph)).id;
  agent = await mcpAgent(tenant.key);
  reader = await mcpAgent(await newKey(tenant.project, ["read"]));
});

const page = (...path: string[]) =>
  `http://memtrace.test/p/${[tenant.project, ...path].map(encodeURIComponent).join("/")}`;

describe("tools", () => {
  test("H610 every tool says whether it changes data, and declares its arguments", async () => {
    const { tools } = await reader.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...READ_TOOLS, "label_case"]);
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([
      ...READ_TOOLS.map(() => true),
      false,
    ]);
    expect(tools.at(-1)).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: false },
      description: expect.stringMatching(/^CHANGES DATA/),
      inputSchema: {
        ...{ type: "object", required: ["case", "errorType", "op"], additionalProperties: false },
      },
    });
    expect(JSON.stringify(tools).length).toBeLessThan(16_000);
  });

  test("H611 why_wrong names the faulty operation, its source line, the loss and other faulty operations", async () => {
    expect(await reader.answer("why_wrong", { case: id })).toMatchObject({
      ...{ case: id, graph, expected: ["Rex"], errorType: "ExtractionError", subKind: "omitted" },
      operation: { id: "op-extract", name: "extract", source: "src/memory.ts:42" },
      ...{ proof: "not replayed", confidence: expect.any(Number), alsoAtFault: [] },
      lostInformation: [{ text: expect.stringContaining("Rex"), message: "message:m1@1" }],
      page: page("cases", id),
    });
  });

  test("H612 list_cases takes filters, and each case has the id that the other tools accept", async () => {
    const found = await reader.answer("list_cases", { errorType: "ExtractionError", graph });
    expect(found).toMatchObject({ cases: [{ case: id, op: "op-extract" }], next_cursor: null });
    expect(await reader.answer("list_cases", { errorType: "UpdateError" })).toMatchObject({
      cases: [],
    });
  });

  test("H613 error_distribution counts the wrong answers of a period by type and operation", async () => {
    const period = { from: "2026-03-01T00:00:00Z", to: "2026-03-08T00:00:00Z" };
    expect(await reader.answer("error_distribution", period)).toMatchObject({
      ...{ cases: 1, attributed: 1, page: page() },
      byType: [{ key: "ExtractionError", count: 1 }],
      byOperation: [{ name: "extract", count: 1 }],
    });
  });

  test("H614 what_did_it_know shows the memory at a moment, units about a question first", async () => {
    const about = "What is the job of the baker?";
    expect(await reader.answer("what_did_it_know", { graph, moment: id, about })).toMatchObject({
      ...{ unitsHeld: 1, unitsAbout: 1 },
      units: [{ unit: "memory:u1@1", text: "Works as a baker." }],
    });
    const dog = { graph, about: "What is the dog called?" };
    expect(await reader.answer("what_did_it_know", dog)).toMatchObject({
      unitsAbout: 0,
      units: [],
    });
    const before = { graph, moment: "2026-03-04T00:00:00Z" };
    expect(await reader.answer("what_did_it_know", before)).toMatchObject({
      unitsHeld: 0,
      units: [],
    });
  });

  test("H615 trace_information shows whether a statement was kept, and which operation lost it", async () => {
    expect(
      await reader.answer("trace_information", { graph, text: "My dog is called Rex." }),
    ).toMatchObject({
      message: { message: "message:m1@1" },
      outcome: expect.stringContaining("lost"),
      details: expect.arrayContaining([
        expect.objectContaining({
          ...{ kind: "statement", fate: "lost", errorType: "ExtractionError" },
          lostAt: { id: "op-extract", name: "extract", source: "src/memory.ts:42" },
        }),
      ]),
    });
    expect(
      await reader.answer("trace_information", { graph, text: "I work as a baker" }),
    ).toMatchObject({
      reached: expect.arrayContaining([
        expect.objectContaining({ role: "unit", variable: "memory:u1@1", isHeld: true }),
      ]),
    });
    expect(
      await reader.answer("trace_information", { graph, text: "The violin is in Lisbon." }),
    ).toMatchObject({ outcome: "no message states this" });
  });

  test("H616 blame names the operation and message behind the words of a unit", async () => {
    expect(await reader.answer("blame", { graph, unit: "memory:u1" })).toMatchObject({
      unit: "memory:u1@1",
      spans: expect.arrayContaining([
        expect.objectContaining({
          operation: { id: "op-extract", name: "extract", source: "src/memory.ts:42" },
          message: "message:m1@1",
        }),
      ]),
    });
  });

  test("H617 search_graph finds records whose ids the other tools accept", async () => {
    expect(
      await reader.answer("search_graph", { graph, text: "baker", kinds: ["variable"] }),
    ).toMatchObject({
      hits: expect.arrayContaining([expect.objectContaining({ id: "memory:u1@1" })]),
      next_cursor: null,
    });
  });

  test("H618 replay_plan names the call to correct, the right output and the command", async () => {
    expect(await reader.answer("replay_plan", { case: id })).toMatchObject({
      ...{ canReplay: true, needed: [], proves: "rescue" },
      correct: {
        operation: { id: "op-extract" },
        recorded: { values: [{ text: "Works as a baker." }] },
        corrected: {
          values: expect.arrayContaining([
            expect.objectContaining({ text: expect.stringContaining("Rex") }),
          ]),
        },
      },
      command: `npx --no memtrace replay ${id} --with replay.ts`,
    });
  });

  test("H619 propose_fix names the prompt and the instruction to change, without a model", async () => {
    expect(await reader.answer("propose_fix", { case: id })).toMatchObject({
      ...{ operation: { source: "src/memory.ts:42" }, errorType: "ExtractionError" },
      prompts: [
        {
          ...{ name: "extract-facts", version: 1, feeds: ["extract"] },
          instructions: expect.arrayContaining(["Extract what {user} does for a living."]),
          page: expect.stringContaining(`/p/${tenant.project}/prompts/`),
        },
      ],
      newInstruction: expect.stringContaining("every fact"),
      earlierSuggestions: [],
    });
  });

  test("H619 propose_fix shows the recorded prompt if another version is in use", async () => {
    const { key } = await newProject();
    const [then, later] = [`g-${crypto.randomUUID()}`, `g-${crypto.randomUUID()}`];
    await sendEvents(key, promptedDog(then));
    const { id: of } = await attributedCase(clientOf(key), then);
    const texts = { "extract-facts": "Extract each fact." };
    await sendEvents(key, promptedDog(later, { texts, at: Date.parse("2026-04-01T00:00:00Z") }));
    await attributedCase(clientOf(key), later);
    const own = await mcpAgent(key);
    expect(await own.answer("propose_fix", { case: of })).toMatchObject({
      prompts: [],
      whyNoPrompt: expect.stringContaining("version 2 is in use"),
      recordedPrompts: [
        {
          ...{ name: "extract-facts", variable: "extract-facts@1" },
          instructions: expect.arrayContaining(["Extract what {user} does for a living."]),
        },
      ],
    });
  });

  test("H614 what_did_it_know shows only the sentences of a long unit that are about the question", async () => {
    const long = `g-${crypto.randomUUID()}`;
    const story = "The harbour was quiet that day. ".repeat(40);
    const events = promptedDog(long).map((event) =>
      event.type === "variable" && event.ref === "unit"
        ? { ...event, value: `${story}The baker opens at six. ${story}` }
        : event,
    );
    await sendEvents(tenant.key, events);
    const { units } = await reader.answer<{ units: { text: string }[] }>("what_did_it_know", {
      ...{ graph: long, about: "When does the baker open?" },
    });
    expect(units[0]?.text).toContain("The baker opens at six.");
    expect(units[0]?.text.length).toBeLessThan(200);
  });

  test("H620 reports lists the reports and can show one of them", async () => {
    const period = { from: "2026-03-01T00:00:00Z", to: "2026-03-08T00:00:00Z" };
    const made = await clientOf(tenant.key)("POST /reports", { body: period });
    expect(await reader.answer("reports")).toMatchObject({ reports: [{ report: made.id }] });
    expect(await reader.answer("reports", { report: made.id })).toMatchObject({
      ...{ headline: made.headline, cases: 1, page: page("reports", made.id) },
      findings: [{ opName: "extract", cases: [id] }],
    });
  });

  test("H621 label_case sets a label of the key, and the audit log records it once", async () => {
    const label = { case: id, errorType: "ExtractionError", op: "op-extract", reason: "left out" };
    expect(await agent.answer("label_case", label)).toMatchObject({
      labelledBy: 1,
      agreesWithVerdict: true,
    });
    const owner = clientAs(tenant.owner, tenant.project);
    const entries = async () =>
      (await owner("GET /audit", { query: { action: "label.set" } })).items.map(
        ({ target, outcome, key }) => [target, outcome, key?.name],
      );
    expect(await entries()).toEqual([[id, "done", "tests"]]);
    const refused = await agent.call("label_case", { ...label, op: "nowhere" });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining("op: the graph has no operation nowhere"),
    });
    expect(await entries()).toHaveLength(1);
  });
});

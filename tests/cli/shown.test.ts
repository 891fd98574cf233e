import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { Terminal } from "../../src/cli/terminal.ts";
import { caseTable } from "../../src/cli/text/case-table.ts";
import { eventLine } from "../../src/cli/text/event-line.ts";
import { reportMarkdown, reportText } from "../../src/cli/text/report-text.ts";
import { harmlessParts, widthOf } from "../../src/cli/text/shown-text.ts";
import { outcomeText, verdictText } from "../../src/cli/text/verdict-text.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import type { AnswerSource } from "../../src/protocol/api/attribution.ts";
import type { Report } from "../../src/protocol/api/insights/reports.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { NOTHING_SPENT } from "../../src/protocol/model.ts";
import { memtrace, start } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";

/** Clears the screen, moves up, sets the title, and reverses the rest of the line. */
const HOSTILE = "\u001b[2J\u009b1A\u001b]0;title\u0007a\u202eb\r\nc";
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

const wrong = (change: Partial<Case> = {}): Case => ({
  ...{ id: "case_0123456789", graph: "g", system: null, sessionCategory: null, origin: "api" },
  ...{ query: "Under what is the spare key kept?", expected: ["the blue flowerpot"] },
  ...{ prediction: "I do not know that.", occurredAt: "2026-03-04T05:06:07.000Z" },
  ...{
    createdAt: "2026-03-04T05:06:07.000Z",
    state: "done",
    outcome: "attributed",
    errorType: "RetrievalError",
    subKind: "ranked out",
  },
  ...{ op: "op-1", opName: "search_memory", confidence: 0.97, agreement: null, proof: null },
  ...{ labelState: "none", labelledBy: 0 },
  ...{ queryId: null, predictionId: null, evidence: [], judgeReason: null, failure: null },
  attribution: {
    ...{
      outcome: "attributed",
      errorType: "RetrievalError",
      subKind: "ranked out",
      op: "op-1",
      opName: "search_memory",
      link: null,
    },
    ...{ reason: "It was in the store, and not returned.", confidence: 0.97, method: "flow" },
    ...{ details: [], lost: [], chain: [], suspects: [], evidence: [], evidenceFound: false },
    notes: [],
  },
  ...{ attributedAt: null, label: null },
  ...change,
});

const undecided = (change: Partial<Case> = {}): Case =>
  wrong({
    ...{ outcome: "undecided", errorType: null, subKind: null, op: null, opName: null },
    confidence: null,
    attribution: {
      ...{ outcome: "undecided", errorType: null, subKind: null, op: null, opName: null },
      link: null,
      ...{ confidence: null, because: "no-expected-answer", method: "flow" },
      ...{ reason: "No expected answer is known.", remedy: "Give the expected answer." },
      ...{ details: [], suspects: [], evidence: [], evidenceFound: true, notes: [] },
    },
    ...change,
  });

const report = (text: string): Report => ({
  ...{ id: "rep_1", from: "2026-03-01T00:00:00.000Z", to: "2026-03-08T00:00:00.000Z" },
  ...{ createdAt: "2026-03-08T00:00:00.000Z", trigger: "request", headline: text, job: null },
  explanation: {
    ...{ model: "small", notes: [], spent: NOTHING_SPENT },
    systems: [
      { system: "mem0", read: 1, of: 1, claims: [{ title: text, text, cases: ["case_1"] }] },
    ],
  },
  body: {
    ...{
      headline: text,
      cases: 1,
      attributed: 1,
      undecided: 0,
      byType: [],
      bySystem: [],
      changes: null,
    },
    byOperation: [{ key: text, count: 1, byType: {}, undecided: 0 }],
    findings: [
      {
        ...{ title: text, text, errorType: "UpdateError", opName: text, count: 1 },
        cases: [
          {
            ...{ id: "case_1", query: text, expected: [text], prediction: text },
            ...{ reason: text, confidence: 0.5 },
          },
        ],
      },
    ],
  },
});

function terminalOf(columns: number | undefined, isTTY: boolean, env: Record<string, string> = {}) {
  const written: string[] = [];
  const stream = {
    ...{ isTTY, columns: columns as number },
    write: (text: string | Uint8Array) => written.push(String(text)) > 0,
  };
  return { terminal: new Terminal(stream, stream, env), written };
}

describe("what memtrace prints", () => {
  it("K10 a table fits the terminal, its ids uncut, in columns of one width", () => {
    const cases = [
      wrong(),
      wrong({
        query: "日本語のとても長い質問はどこで切られるのでしょうか、それとも切られない",
        opName: null,
      }),
      wrong({ query: "e\u0301".repeat(60), state: "queued" }),
    ];
    for (const columns of [80, 100, 140]) {
      const lines = caseTable(cases, terminalOf(columns, true).terminal)
        .replaceAll("\u001b[1m", "")
        .replaceAll("\u001b[22m", "")
        .split("\n");
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
      const at = lines[0]?.indexOf("QUESTION") ?? 0;
      const cells = lines.slice(1).map((line) => line.slice(0, at));
      expect(cells.every((cell) => cell.startsWith("case_0123456789  2026-03-04"))).toBe(true);
      expect(cells.every((cell) => cell.endsWith("  "))).toBe(true);
      expect(lines.slice(1).every((line) => !line.slice(at).startsWith(" "))).toBe(true);
    }
    expect(caseTable(cases, terminalOf(undefined, false, { COLUMNS: "90" }).terminal)).toContain(
      "…",
    );
  });

  it("K10 titles are cut at their end, and a terminal that says no width has one", () => {
    const named = wrong({ opName: "memory_system.update" });
    const [head] = caseTable([named], terminalOf(0, true, { COLUMNS: "70" }).terminal).split("\n");
    expect(head).toContain("OPERATI…");
    const { terminal, written } = terminalOf(0, true);
    terminal.progress("1 of 2 files");
    expect(written.join("")).toContain("1 of 2 files");
  });

  it("K10 of an operation's name the end stays, of a question the start", () => {
    const named = wrong({ opName: "memory_system.update_memory_decision" });
    const table = caseTable([named], terminalOf(80, false).terminal);
    expect(table).toMatch(/ …\w*decision {2}Under wh\w*/);
  });

  it("K10 a verdict names question, expected answer, given answer and operation", () => {
    expect(verdictText(wrong(), terminalOf(100, false).terminal)).toBe(
      [
        "question   Under what is the spare key kept?",
        "expected   the blue flowerpot",
        "answered   I do not know that.",
        "verdict    RetrievalError, ranked out, at search_memory (0.97): It was in the store, and not",
        "           returned.",
        "case       case_0123456789 in g",
      ].join("\n"),
    );
    const failed = wrong({ state: "failed", failure: "too large", attribution: null });
    expect(verdictText(failed, terminalOf(100, false).terminal)).toContain("none: too large");
  });

  it("K33 a verdict says where the wrong answer came from, and how sure that is", () => {
    const quote = { variable: "text@1", op: "op-4", opName: "expert", words: "I do not know." };
    const source: AnswerSource = {
      ...{ outcome: "found", from: "made", op: "op-4", opName: "expert", stated: quote },
      ...{ calledBy: null, related: null, details: ["know"], confidence: 0.75 },
      reason: "expert first stated it.",
    };
    const { attribution } = wrong();
    if (attribution === null) throw new Error("the case has a verdict");
    const text = (of: Case) => verdictText(of, terminalOf(100, false).terminal);
    expect(text(wrong({ attribution: { ...attribution, source } }))).toContain(
      "\nsource     expert first stated it. (0.75)\n",
    );
    const unknown = {
      outcome: "cannot-tell",
      because: "not-recorded",
      reason: "Unknown.",
    } as const;
    expect(text(wrong({ attribution: { ...attribution, source: unknown } }))).toContain(
      "\nsource     Unknown.\n",
    );
    const abstains = { ...unknown, because: "nothing-added" } as const;
    expect(text(wrong({ attribution: { ...attribution, source: abstains } }))).not.toContain(
      "\nsource ",
    );
  });

  it("K31 an undecided verdict says why and what would help, and names no operation", () => {
    const { terminal } = terminalOf(100, false);
    expect(verdictText(undecided({ expected: [] }), terminal)).toBe(
      [
        "question   Under what is the spare key kept?",
        "answered   I do not know that.",
        "verdict    undecided: No expected answer is known.",
        "remedy     Give the expected answer.",
        "case       case_0123456789 in g",
      ].join("\n"),
    );
    const [, ...rows] = caseTable([undecided(), wrong()], terminal).split("\n");
    expect(rows[0]).toMatch(/^case_0123456789 {2}2026-03-04 {2}undecided {2,}Under what/);
    expect(outcomeText([undecided(), wrong(), undecided()])).toBe("2 undecided, 1 RetrievalError");
  });

  it("K31 cases asks for the undecided ones, and attribute prints what would help", async () => {
    const asked: string[] = [];
    const item = undecided();
    const service = await scriptedService({
      answer: (request, response) => {
        asked.push(`${request.method} ${request.url}`);
        const isList = request.url?.startsWith("/v1/cases?") === true;
        answerJson(response, 200, isList ? { items: [item], next: null } : item);
      },
    });
    const run = (...args: string[]) => memtrace(args, { env: service.env });
    const listed = await run("cases", "--outcome", "undecided");
    const shown = await run("attribute", item.id);
    const json = await run("attribute", item.id, "--json");
    const before = asked.length;
    const unknown = await run("cases", "--outcome", "undecidd");
    service.close();
    expect(listed).toMatchObject({ code: 0, err: "", out: expect.stringContaining(item.id) });
    expect(asked[0]).toMatch(/^GET \/v1\/cases\?(.*&)?outcome=undecided(&|$)/);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toMatch(
      /^verdict {4}undecided: No .*\nremedy {5}Give the expected answer\.$/m,
    );
    expect(JSON.parse(json.out)).toEqual(item);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toMatch(/^--outcome is undecidd.*Did you mean undecided\?/);
    expect(asked.length).toBe(before);
  });

  it("K34 cases filters by label, agreement and author, and refuses other words", async () => {
    const asked: string[] = [];
    const service = await scriptedService({
      answer: (request, response) => {
        asked.push(request.url ?? "");
        answerJson(response, 200, { items: [], next: null });
      },
    });
    const run = (...args: string[]) => memtrace(["cases", ...args], { env: service.env });
    await run("--labelled", "true", "--agreement", "differs", "--author", "person:u_1");
    const unknown = await run("--labelled", "maybe");
    const misspelt = await run("--agreement", "agree");
    service.close();
    const query = new URL(asked[0] ?? "", "http://service").searchParams;
    expect(["labelled", "agreement", "author"].map((name) => query.get(name))).toEqual([
      ...["true", "differs", "person:u_1"],
    ]);
    expect(asked).toHaveLength(1);
    expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/^--labelled is maybe/) });
    expect(misspelt.err).toContain("Did you mean agrees?");
  });

  it("K40 cases filters by sub-kind and refuses other words, and the sub-kind is shown", async () => {
    const asked: string[] = [];
    const service = await scriptedService({
      answer: (request, response) => {
        asked.push(request.url ?? "");
        answerJson(response, 200, { items: [wrong()], next: null });
      },
    });
    const run = (...args: string[]) => memtrace(["cases", ...args], { env: service.env });
    await run("--sub-kind", "ranked out");
    const misspelt = await run("--sub-kind", "ranked oud");
    service.close();
    const query = new URL(asked[0] ?? "", "http://service").searchParams;
    expect(query.get("subKind")).toBe("ranked out");
    expect(misspelt.err).toContain("Did you mean ranked out?");
    const shown = verdictText(wrong(), { columns: 100, bold: (text) => text });
    expect(shown).toContain("RetrievalError, ranked out, at search_memory (0.97)");
  });

  it.each([[[]], [[""]], [["  ", "..."]]])(
    "A77 the expected answer %j is not quoted",
    (expected) => {
      const event: TraceEvent = {
        ...{ type: "verdict", id: "w", graph: "g", at: 0, score: 0, expected },
        ...{ query: "Which dog?", prediction: "None." },
      };
      expect(eventLine(event, 200)).toMatch(/0: “Which dog\?” was answered “None\.”$/);
      const known = eventLine({ ...event, expected: [...expected, "Rex"] }, 200);
      expect(known).toMatch(/“None\.”, expected “Rex”$/);
    },
  );

  it("R12 a printed report counts the undecided cases", () => {
    const { body, ...rest } = report("Dogs");
    const told = { ...rest, body: { ...body, cases: 9, undecided: 8 } };
    for (const shown of [reportText(told, terminalOf(90, false).terminal), reportMarkdown(told)]) {
      expect(shown).toContain("9 cases, 1 attributed, 8 undecided");
    }
  });

  it("R50 a printed report holds its claims with their cases, or says that they are yet to come", () => {
    const { terminal } = terminalOf(80, false);
    const pending = { ...report("Dogs are lost"), job: "job_1", explanation: null };
    for (const print of [(one: Report) => reportText(one, terminal), reportMarkdown]) {
      expect(print(report("Dogs are lost"))).toMatch(
        /mem0: Dogs are lost\n+Dogs are lost\n+\s*case/,
      );
      expect(print(pending)).toContain("a model has yet to explain it");
    }
  });

  it("K11 what a trace says neither steers the terminal nor becomes Markdown", async () => {
    const plain = terminalOf(100, false).terminal;
    const hostile = wrong({
      ...{ id: "case_1", query: HOSTILE, prediction: HOSTILE, opName: HOSTILE, graph: HOSTILE },
      expected: [HOSTILE],
    });
    const event: TraceEvent = {
      ...{ type: "variable", id: "v", graph: "g", at: 0, ref: "r", name: HOSTILE, value: HOSTILE },
    };
    for (const shown of [
      verdictText(hostile, plain),
      caseTable([hostile], plain),
      reportText(report(HOSTILE), plain),
      eventLine(event, 100),
    ]) {
      expect(shown).not.toMatch(STEERS);
      expect(shown).toContain("ab c");
    }
    const service = await scriptedService({
      answer: (_, response) => answerJson(response, 200, { items: [hostile], next: null }),
    });
    const { out } = await memtrace(["cases", "--json"], { env: service.env });
    service.close();
    expect(out).not.toMatch(STEERS);
    expect(JSON.parse(out)).toEqual([hostile]);
    const marked = reportMarkdown(report("# <b> *x* | [a](b) `c`"));
    expect(marked).toContain("\\# &lt;b> \\*x\\* \\| \\[a\\](b) \\`c\\`");
    expect(marked).not.toMatch(/^# <|<b>|[^\\]\*x/m);
  });

  it("K11 JSON in parts is made harmless, wherever it is cut, and says the same", async () => {
    const json = JSON.stringify({ name: `${HOSTILE}\u0085ü日` });
    const bytes = Buffer.from(json);
    const parts = async function* () {
      for (const byte of bytes) yield Uint8Array.of(byte);
    };
    const shown = (await Readable.from(harmlessParts(parts())).toArray()).join("");
    expect(shown).not.toMatch(STEERS);
    expect(JSON.parse(shown)).toEqual(JSON.parse(json));
  });

  it.skipIf(process.platform !== "linux")(
    "K11 an export to a terminal is made harmless, one to a pipe is what the service sends",
    async () => {
      const json = JSON.stringify({ name: "\u009b1A\u202e" });
      const service = await scriptedService({
        answer: (_, response) => answerJson(response, 200, JSON.parse(json)),
      });
      const piped = await memtrace(["export", "g"], { env: service.env });
      // util-linux's script runs the command in a terminal. Its shell may print lines of its own.
      const line = `'${process.execPath}' '${resolve(import.meta.dirname, "../../src/cli/main.ts")}' export g`;
      const { stdout: shown } = await promisify(execFile)(
        "script",
        ["--quiet", "--return", "--command", line, "/dev/null"],
        { env: { ...process.env, ...service.env, SHELL: "/bin/sh", LC_ALL: "C" } },
      );
      service.close();
      expect(piped).toEqual({ code: 0, out: json, err: "" });
      expect(shown.trim()).toBe('{"name":"\\u009b1A\\u202e"}');
    },
  );

  it("K12 colour and progress are for terminals alone, and colour can be refused", () => {
    for (const [isTTY, env, bold] of [
      [true, {}, true],
      [true, { NO_COLOR: "1" }, false],
      [true, { TERM: "dumb" }, false],
      [false, {}, false],
    ] as const) {
      const { terminal, written } = terminalOf(80, isTTY, env);
      expect(terminal.bold("x") !== "x").toBe(bold);
      terminal.progress("1 of 2 files");
      terminal.print("done");
      expect(written.join("").includes("1 of 2 files")).toBe(isTTY);
      expect(written.at(-1)).toBe("done\n");
    }
  });

  it.skipIf(!existsSync("/dev/full"))("K13 what cannot be written is told", async () => {
    const program = resolve(import.meta.dirname, "../../src/cli/main.ts");
    const command = `"${process.execPath}" "${program}" --help > /dev/full`;
    const ended = await promisify(execFile)("sh", ["-c", command]).catch((error) => error);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("stdout: ENOSPC") });
  });

  it("K13 a closed pipe ends it quietly", async () => {
    const items = Array.from({ length: 5_000 }, () => wrong({ query: "q".repeat(200) }));
    const service = await scriptedService({
      answer: (_, response) => answerJson(response, 200, { items, next: null }),
    });
    const listing = start(["cases", "--json", "--limit", "5000"], { env: service.env });
    listing.process.stdout?.once("data", () => listing.process.stdout?.destroy());
    const { code, err } = await listing.ended;
    service.close();
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});

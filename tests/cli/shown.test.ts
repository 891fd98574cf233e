import { describe, expect, it } from "vitest";
import { caseTable } from "../../src/cli/text/case-table.ts";
import { eventLine } from "../../src/cli/text/event-line.ts";
import { reportMarkdown, reportText } from "../../src/cli/text/report-text.ts";
import { widthOf } from "../../src/cli/text/shown-text.ts";
import { outcomeText, verdictText } from "../../src/cli/text/verdict-text.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import type { AnswerSource } from "../../src/protocol/api/attribution.ts";
import type { Report } from "../../src/protocol/api/insights/reports.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";

import { report, terminalOf, undecided, wrong } from "./support/shown-data.ts";

describe("the output of memtrace", () => {
  it("K10 a table fits the terminal, in columns of one width, and cuts no id", () => {
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

  it("K10 a table cuts long headings at their end, and a terminal without a width gets a default width", () => {
    const named = wrong({ opName: "memory_system.update" });
    const [head] = caseTable([named], terminalOf(0, true, { COLUMNS: "70" }).terminal).split("\n");
    expect(head).toContain("OPERATI…");
    const { terminal, written } = terminalOf(0, true);
    terminal.progress("1 of 2 files");
    expect(written.join("")).toContain("1 of 2 files");
  });

  it("K10 a cut operation name keeps its end, a cut question keeps its start", () => {
    const named = wrong({ opName: "memory_system.update_memory_decision" });
    const table = caseTable([named], terminalOf(80, false).terminal);
    expect(table).toMatch(/ …\w*decision {2}Under wh\w*/);
  });

  it("K10 a verdict shows question, expected answer, given answer and operation", () => {
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

  it("K41 a verdict shows the user's message that corrects the answer", () => {
    const correction = {
      kind: "denied",
      ...{ message: "m@1", words: "No, the red one.", expected: "the red one" },
      ...{ saidBefore: null, takenBack: null },
    } as const;
    const shown = (of: Case) => verdictText(of, terminalOf(100, false).terminal);
    expect(shown(wrong({ correction }))).toContain("corrected  No, the red one.");
    const back = { ...correction, takenBack: "m@2" };
    expect(shown(wrong({ correction: back }))).toContain("(taken back in a later message)");
  });

  it("K33 a verdict says where the wrong answer came from, and with what confidence", () => {
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

  it("K31 an undecided verdict gives its reason and remedy and names no operation", () => {
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

  it("K31 cases lists the undecided cases, and attribute prints the remedy", async () => {
    const asked: string[] = [];
    const item = undecided();
    const service = await scriptedService({
      answer: (request, response) => {
        // A client of another test may still send events to a port that this server got.
        if (request.url !== "/v1/events") asked.push(`${request.method} ${request.url}`);
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

  it("K34 cases filters by label, agreement and author, and refuses unknown values", async () => {
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

  it("K40 cases filters by sub-kind, refuses unknown values, and prints the sub-kind", async () => {
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
    "A77 the output does not quote the expected answer %j",
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

  it("R50 a printed report holds its claims with their cases, or says that a model must still explain it", () => {
    const { terminal } = terminalOf(80, false);
    const pending = { ...report("Dogs are lost"), job: "job_1", explanation: null };
    for (const print of [(one: Report) => reportText(one, terminal), reportMarkdown]) {
      expect(print(report("Dogs are lost"))).toMatch(
        /mem0: Dogs are lost\n+Dogs are lost\n+\s*case/,
      );
      expect(print(pending)).toContain("a model has yet to explain it");
    }
  });
});

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { caseTable } from "../../src/cli/text/case-table.ts";
import { eventLine } from "../../src/cli/text/event-line.ts";
import { reportMarkdown, reportText } from "../../src/cli/text/report-text.ts";
import { harmlessParts } from "../../src/cli/text/shown-text.ts";
import { verdictText } from "../../src/cli/text/verdict-text.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { memtrace, start } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";

/** Clears the screen, moves up, sets the title, and reverses the rest of the line. */
const HOSTILE = "\u001b[2J\u009b1A\u001b]0;title\u0007a\u202eb\r\nc";
// biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

import { report, terminalOf, wrong } from "./support/shown-data.ts";

describe("output to the terminal", () => {
  it("K11 text of a trace cannot control the terminal and does not become Markdown", async () => {
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

  it("K11 JSON in parts cannot control the terminal, wherever it is cut, and keeps its meaning", async () => {
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
    "K11 an export to a terminal is escaped, an export to a pipe is exactly the service's answer",
    async () => {
      const json = JSON.stringify({ name: "\u009b1A\u202e" });
      const service = await scriptedService({
        answer: (_, response) => answerJson(response, 200, JSON.parse(json)),
      });
      const piped = await memtrace(["export", "g"], { env: service.env });
      // The program `script` of util-linux runs the command in a terminal. Its shell may print
      // other lines.
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

  it("K12 colour and progress go only to terminals, and NO_COLOR switches colour off", () => {
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

  it.skipIf(!existsSync("/dev/full"))("K13 the command reports an output error", async () => {
    const program = resolve(import.meta.dirname, "../../src/cli/main.ts");
    const command = `"${process.execPath}" "${program}" --help > /dev/full`;
    const ended = await promisify(execFile)("sh", ["-c", command]).catch((error) => error);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining("stdout: ENOSPC") });
  });

  it("K13 the command ends without a message if the reader closes the pipe", async () => {
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

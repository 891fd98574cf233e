import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { memoryService } from "../support/memory-service.ts";
import { memtrace, start } from "../support/memtrace.ts";

const folder = mkdtempSync(join(tmpdir(), "memtrace-watch-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("K75 watch records changes of the folder as they happen, and the remaining changes on Ctrl-C", async () => {
  const path = join(folder, "memory");
  mkdirSync(path);
  writeFileSync(join(path, "MEMORY.md"), "# User\nlikes tea\n");
  const service = await memoryService();
  const watching = start(["watch", path, "--settle", "1"], { env: service.env });
  await watching.printed("Press Ctrl-C to stop.");
  writeFileSync(join(path, "MEMORY.md"), "# User\nlikes coffee\n");
  await expect.poll(() => watching.out, { timeout: 60_000 }).toMatch(/write[\s\S]*write MEMORY/);
  renameSync(join(path, "MEMORY.md"), join(path, "USER.md"));
  await watching.printed("rename MEMORY.md to USER.md");
  writeFileSync(join(path, "last.md"), "the last");
  watching.process.kill("SIGINT");
  expect(await watching.ended).toMatchObject({ code: 0, out: expect.stringContaining("last.md") });
  const again = await memtrace(["watch", path, "--once"], { env: service.env });
  service.close();
  expect(again).toMatchObject({ code: 0, out: "" });
  expect(service.rejected).toEqual([]);
  expect(service.store("memory")).toEqual({
    ...{ "MEMORY.md": "# User\nlikes coffee\n", "MEMORY.md#User": "# User\nlikes coffee" },
    "last.md": "the last",
  });
});

const line = (type: string, uuid: string, content: unknown, more = {}) =>
  `${JSON.stringify({
    ...{ type, uuid, sessionId: "s1", timestamp: "2026-03-04T10:00:00.000Z", cwd: "/app" },
    ...{ message: { role: type, content }, ...more },
  })}\n`;

it("K76 --transcripts records each session's messages once, without tool calls and subagents", async () => {
  const path = join(folder, "empty");
  const transcripts = join(folder, "transcripts");
  for (const each of [path, transcripts]) mkdirSync(each);
  const file = join(transcripts, "s1.jsonl");
  const said = [
    line("user", "u1", "I like coffee now"),
    line("assistant", "a1", [
      { type: "text", text: "Noted." },
      { type: "tool_use", id: "t" },
    ]),
    line("user", "u2", [{ type: "tool_result", content: "done" }]),
    line("user", "u3", "meta", { isMeta: true }),
    line("assistant", "a2", "aside", { isSidechain: true }),
    "{ damaged\n",
    line("summary", "x", "a summary"),
  ].join("");
  writeFileSync(file, said);
  const service = await memoryService();
  const look = () =>
    memtrace(["watch", path, "--graph", "g", "--transcripts", transcripts, "--once"], {
      env: service.env,
    });
  expect(await look()).toMatchObject({ code: 0, err: "" });
  writeFileSync(file, `${said}${line("user", "u4", "And tea")}{"type":"user"`);
  await look();
  service.close();
  const graph = service.graph("g");
  expect([...graph.variables.values()].map(({ value, category }) => [value, category])).toEqual([
    ...[
      ["I like coffee now", "message"],
      ["Noted.", "message"],
      ["And tea", "message"],
    ],
  ]);
  expect([...graph.sessions.values()]).toMatchObject([{ category: "conversation" }]);
  const refused = await memtrace(["watch", path, "--transcripts", join(folder, "none"), "--once"], {
    env: service.env,
  });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("no such file") });
});

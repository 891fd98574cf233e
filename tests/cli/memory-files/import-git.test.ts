import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { blame } from "../../../src/graph/history/blame.ts";
import { atOnce } from "../../../src/graph/in-turns.ts";
import { storeAt } from "../../../src/graph/memory/store.ts";
import { type MemoryService, memoryService } from "../support/memory-service.ts";
import { memtrace } from "../support/memtrace.ts";

const folder = mkdtempSync(join(tmpdir(), "memtrace-git-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A repository whose commits are one minute apart. */
class Repository {
  readonly path: string;
  #commits = 0;

  constructor(name: string) {
    this.path = join(folder, name);
    mkdirSync(this.path);
    this.git("init", "-q", "-b", "main");
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), content);
  }

  commit(message: string, ...more: string[]): string {
    this.git("add", "-A");
    this.#commits += 1;
    const date = `2026-03-04T10:0${this.#commits}:00Z`;
    this.git("commit", "-q", "--allow-empty", "-m", message, "--date", date, ...more);
    return this.git("rev-parse", "HEAD").trim();
  }

  git(...args: string[]): string {
    const date = `2026-03-04T10:0${this.#commits}:00Z`;
    return execFileSync("git", args, {
      cwd: this.path,
      encoding: "utf8",
      env: {
        ...{ PATH: process.env.PATH, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: "/dev/null" },
        ...{ GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" },
        ...{ GIT_COMMITTER_NAME: "Ben", GIT_COMMITTER_EMAIL: "ben@example.com" },
      },
    });
  }
}

const imported = (service: MemoryService, path: string, ...args: string[]) =>
  memtrace(["import", "--git", path, ...args], { env: service.env });

it("K71 each file and section is a unit with versions, each commit an operation; blame and store read them", async () => {
  const repository = new Repository("notes");
  repository.write("user.md", "# User\nlikes tea\n\n## Home\nLisbon\n");
  const first = repository.commit("remember the user\n\nshe told it today");
  repository.write("user.md", "# User\nlikes coffee\n\n## Home\nLisbon\n");
  const second = repository.commit("she changed her mind");
  renameSync(join(repository.path, "user.md"), join(repository.path, "ada.md"));
  const third = repository.commit("rename");
  repository.write("ada.md", "# User\nlikes coffee\n\n## Residence\nLisbon\n");
  const fourth = repository.commit("another heading");
  repository.write("ada.md", "# User\nlikes coffee\n");
  const fifth = repository.commit("forget the home");
  const service = await memoryService();
  const { code, out, err } = await imported(service, repository.path);
  service.close();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/5 commits sent as \d+ events; notes holds 2 units\n$/);
  expect(service.rejected).toEqual([]);
  const graph = service.graph("notes");
  expect(graph.pending).toEqual([]);
  expect(
    [...graph.operations.values()].map(({ id, category, comment }) => [id, category, comment]),
  ).toEqual([
    [first, "extraction", "remember the user\n\nshe told it today"],
    [second, "update", "she changed her mind"],
    [third, "update", "rename"],
    [fourth, "update", "another heading"],
    [fifth, "update", "forget the home"],
  ]);
  expect(graph.operations.get(first)?.metadata).toMatchObject({ author: "Ada", add: 3, update: 0 });
  expect(service.store("notes")).toEqual({
    "user.md": "# User\nlikes coffee\n",
    "user.md#User": "# User\nlikes coffee",
  });
  expect(graph.versionsOf("user.md#User > Home").map(({ value }) => value)).toEqual([
    ...["## Home\nLisbon", "## Residence\nLisbon"],
  ]);
  const before = storeAt(graph, Date.parse("2026-03-04T10:01:30Z"));
  expect(before.map(({ name }) => name)).toContain("user.md#User > Home");
  const latest = graph.versionsOf("user.md#User").at(-1);
  const text = latest?.value ?? "";
  const spans = atOnce(blame(graph, latest?.id ?? "")) ?? [];
  const said = spans.map(({ start, end, operation }) => [text.slice(start, end), operation]);
  expect(said).toEqual(expect.arrayContaining([[expect.stringContaining("coffee"), second]]));
});

it("K72 a repeated import adds nothing twice, a later import sends new commits, a rewritten history is refused", async () => {
  const repository = new Repository("again");
  repository.write("a.md", "# A\none\n");
  repository.commit("one");
  repository.write("b.md", "two");
  repository.commit("two");
  const service = await memoryService();
  await imported(service, repository.path);
  const count = service.events.length;
  const repeated = await imported(service, repository.path);
  expect(repeated).toMatchObject({ code: 0, out: expect.stringContaining("nothing is new") });
  expect(service.events).toHaveLength(count);
  repository.write("b.md", "three");
  repository.commit("three");
  const later = await imported(service, repository.path, "--json");
  expect(JSON.parse(later.out)).toMatchObject({ sent: 1, known: 2, units: 3 });
  repository.write("b.md", "four");
  repository.commit("rewritten", "--amend");
  const before = service.events.length;
  const refused = await imported(service, repository.path);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain('as a new graph, add --graph "again 2"');
  expect(service.events).toHaveLength(before);
  const again = await imported(service, repository.path, "--graph", "again 2");
  service.close();
  expect(again.code).toBe(0);
  expect(service.store("again 2")["b.md"]).toBe("four");
});

it("K73 the import runs no code of the repository; it skips and names links, binary, huge and outside files", async () => {
  const repository = new Repository("hostile");
  const ran = join(folder, "ran");
  const script = `touch ${ran}`;
  for (const [name, value] of [
    ...[["core.fsmonitor", script] as const, ["diff.external", script] as const],
    ...[["diff.md.textconv", script] as const, ["core.pager", script] as const],
    ["core.sshCommand", script] as const,
  ])
    repository.git("config", name, value);
  repository.write("memory/.gitattributes", "*.md diff=md\n");
  repository.write("memory/good.md", "# Good\n");
  repository.write("memory/binary.md", Buffer.from([0x23, 0, 1]));
  repository.write("memory/huge.md", "x".repeat(600 * 1024));
  repository.write("outside.md", "outside");
  repository.write("memory/no-memory.txt", "text");
  symlinkSync("/etc/passwd", join(repository.path, "memory/link.md"));
  for (const hook of ["post-checkout", "post-index-change", "reference-transaction"])
    writeFileSync(join(repository.path, ".git/hooks", hook), `#!/bin/sh\n${script}\n`, {
      mode: 0o755,
    });
  repository.git("config", "core.fsmonitor", "false");
  repository.commit("all of it");
  repository.git("config", "core.fsmonitor", script);
  rmSync(ran, { force: true });
  const service = await memoryService();
  const { code, err } = await imported(service, join(repository.path, "memory"));
  service.close();
  expect([code, existsSync(ran)]).toEqual([0, false]);
  expect(Object.keys(service.store("memory"))).toEqual(["good.md", "good.md#Good"]);
  expect(err).toContain("3 files were skipped:");
  expect(err).toContain("link.md: a symbolic link");
  expect(err).toContain("binary.md: not UTF-8 text");
  expect(err).toContain("huge.md: larger than 512 KiB");
  expect(err).toContain("1 Markdown files of the repository lie outside");
});

it("K74 --since starts with the memory of that time; a plain folder is one moment, later only changes are sent", async () => {
  const repository = new Repository("since");
  repository.write("a.md", "old");
  const first = repository.commit("one");
  repository.write("a.md", "new");
  repository.commit("two");
  const service = await memoryService();
  await imported(service, repository.path, "--since", first);
  await imported(service, repository.path, "--since", "2026-03-04T10:01:30Z", "--graph", "date");
  for (const graph of ["since", "date"])
    expect(
      [...service.graph(graph).operations.values()].map(({ name, comment }) => [name, comment]),
    ).toEqual([
      ["earlier commits", "one"],
      ["commit", "two"],
    ]);
  const plain = join(folder, "plain");
  mkdirSync(plain);
  const file = join(plain, "MEMORY.md");
  writeFileSync(file, "# Notes\ntea\n");
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  expect(await imported(service, plain)).toMatchObject({ code: 0 });
  const [moment] = service.graph("plain").operations.values();
  expect(moment?.at).toBe(1_700_000_000_000);
  const count = service.events.length;
  expect((await imported(service, plain)).out).toContain("nothing is new");
  expect(service.events).toHaveLength(count);
  writeFileSync(file, "# Notes\ncoffee\n");
  await imported(service, plain);
  service.close();
  expect(service.graph("plain").versionsOf("MEMORY.md")).toHaveLength(2);
  expect(service.store("plain")["MEMORY.md#Notes"]).toBe("# Notes\ncoffee");
});

it("K74 the command refuses options and paths without effect before it sends anything", async () => {
  const plain = mkdtempSync(join(folder, "refused-"));
  const env = { MEMTRACE_API_KEY: "mt_live_any", MEMTRACE_URL: "http://localhost:9" };
  for (const [args, code, message] of [
    [["import", "--git", join(plain, "none")], 2, "no such file or folder"],
    [["import", "--git"], 2, "Name the folder of the memory"],
    [["import", "--git", plain, "--wait"], 2, "cannot be combined"],
    [["import", "--git", plain, "--since", "HEAD"], 2, "needs a Git repository"],
    [["import", "x.json", "--graph", "g"], 2, "--graph needs --git"],
  ] as const) {
    const ended = await memtrace(args, { env });
    expect([args, ended.code, ended.out]).toEqual([args, code, ""]);
    expect(ended.err).toContain(message);
  }
  const repository = new Repository("unknown");
  repository.write("a.md", "a");
  repository.commit("a");
  const ended = await memtrace(["import", "--git", repository.path, "--since", "nowhere"], { env });
  expect(ended).toMatchObject({ code: 2, err: expect.stringContaining("--since is nowhere") });
});

import { execFileSync } from "node:child_process";
import {
  closeSync,
  createWriteStream,
  existsSync,
  ftruncateSync,
  linkSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { appendFile, open, writeFile } from "node:fs/promises";
import { createServer, get, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemTrace } from "../../sdk/src/index.ts";
import {
  type ReplayDeclaration,
  type RunOptions,
  replayable,
} from "../../sdk/src/replay/replay.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import { type Collector, startCollector } from "./support/collector.ts";
import { converse, copyOf, notebook } from "./support/notebook.ts";
import { casesOf, tryReplay } from "./support/replayed.ts";
import { trace } from "./support/traced.ts";

const ASKED = { question: "When does the train leave?", expected: "seven", evidence: 0 };
const SAID = ["travel: The train leaves at seven.", "pets: The dog is called Rex."];
const extract = (message: string) => (message.includes("train") ? undefined : message);

let graph: EvolutionGraph;
let of: Case;
let folder: string;
let collector: Collector;
/** A server outside the copy. */
let outside: Server;
let url: string;
let requests = 0;

beforeAll(async () => {
  const traced = await trace((memtrace) =>
    converse(memtrace, notebook(memtrace, { extract }), SAID, ASKED),
  );
  graph = traced.graph;
  const [wrong] = casesOf(graph);
  if (!wrong) throw new Error("its answer was wrong");
  of = wrong;
  folder = mkdtempSync(join(tmpdir(), "memtrace-outside-"));
  collector = await startCollector();
  outside = createServer((_, response) => {
    requests += 1;
    response.end("stored");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => outside.once("listening", resolve));
  url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await collector.close();
  outside.close();
  rmSync(folder, { recursive: true });
});

/** Replays an app that runs `sideEffect` when it answers, and continues even if that fails. */
async function replayDoing(
  sideEffect: (opened: string) => unknown,
  declared: Partial<ReplayDeclaration> = {},
  options: RunOptions = {},
): Promise<string> {
  const app = replayable({
    open: ({ memtrace, units, folder: own }) => {
      const swallowed = async () => {
        try {
          await sideEffect(own);
        } catch {
          // Ignore the error, as an app that logs its failures and continues.
        }
      };
      return copyOf(notebook(memtrace, { extract, sideEffect: swallowed }, units));
    },
    ...declared,
  });
  try {
    const client = { apiKey: "k", url: collector.url };
    return (await tryReplay(graph, of, app, { ...options, client })).outcome;
  } catch (error) {
    return String(error);
  }
}

describe("limits of a replay", () => {
  test("Z10 a replay that writes files, reaches hosts or starts processes is refused, even if the app catches the error", async () => {
    const path = join(folder, "real.json");
    const port = (outside.address() as AddressInfo).port;
    const real = join(folder, "memory.json");
    writeFileSync(real, "{}");
    const beyond: [(own: string) => unknown, string][] = [
      [() => writeFileSync(path, "x"), `write ${path}`],
      [() => writeFile(path, "x"), `write ${path}`],
      [() => appendFile(path, "x"), `write ${path}`],
      [() => open(path, "w"), `write ${path}`],
      [() => symlinkSync(real, join(folder, "link")), "write"],
      [(own) => symlinkSync(real, join(own, "link")), `write ${real}`],
      [(own) => linkSync(real, join(own, "link")), `write ${real}`],
      [() => new Worker(path), "start a thread"],
      [() => execFileSync("touch", [path]), "start a process"],
      [() => fetch(url), `reach 127.0.0.1:${port}`],
      [() => new Promise((resolve) => get(url).on("close", resolve).on("error", resolve)), "reach"],
      [() => connect(port, "127.0.0.1"), "reach 127.0.0.1"],
      [() => connect(join(folder, "socket")), "reach"],
    ];
    for (const [what, said] of beyond) {
      const outcome = await replayDoing(what);
      expect(outcome).toContain("ReplayRefused: The replay tried to ");
      expect(outcome).toContain(said);
    }
    expect([existsSync(path), requests]).toEqual([false, 0]);
    expect(collector.events).toEqual([]);
  });

  test("Z10 a replay cannot use a connection from before the replay", async () => {
    const asked = "GET / HTTP/1.1\r\n\r\n";
    for (const send of ["write", "end"] as const) {
      const socket = connect((outside.address() as AddressInfo).port, "127.0.0.1");
      await new Promise((resolve) => socket.once("connect", resolve));
      expect(await replayDoing(() => socket[send](asked))).toContain("reach");
      socket.destroy();
    }
    expect(requests).toBe(0);
  });

  test("Z32 a link counts as its target, whatever its name", async () => {
    const real = join(folder, "linked.json");
    writeFileSync(real, "{}");
    const named: [string | URL, (own: string) => string | URL][] = [
      [real, (own) => join(own, "link")],
      [pathToFileURL(real), (own) => pathToFileURL(join(own, "link"))],
      [relative(process.cwd(), real), (own) => join(own, "link")],
    ];
    for (const [target, at] of named) {
      const hard = (own: string) => {
        linkSync(target, at(own));
        writeFileSync(at(own), "x");
      };
      const soft = (own: string) => {
        symlinkSync(real, at(own));
        writeFileSync(at(own), "x");
      };
      for (const link of [hard, soft]) expect(await replayDoing(link)).toContain("tried to write");
    }
    const before = join(folder, "link");
    symlinkSync(real, before);
    expect(await replayDoing(() => writeFileSync(before, "x"))).toContain(`write ${before}`);
    expect(readFileSync(real, "utf8")).toBe("{}");
    // Links within the copy are allowed.
    const own = (opened: string) => {
      writeFileSync(join(opened, "a"), "x");
      symlinkSync("a", join(opened, "b"));
      linkSync(join(opened, "a"), join(opened, "c"));
      writeFileSync(join(opened, "b"), "y");
    };
    expect(await replayDoing(own)).toBe("proved");
  });

  test("Z33 a replay cannot write a file that was already open, except a file of its copy", async () => {
    const real = join(folder, "opened.log");
    const fd = openSync(real, "a");
    const handle = await open(real, "a");
    const stream = createWriteStream(real, { fd, autoClose: false });
    stream.on("error", () => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    const ways: (() => unknown)[] = [
      () => writeSync(fd, "x"),
      () => writeFileSync(fd, "x"),
      () => ftruncateSync(fd),
      () => handle.write("x"),
      () => handle.appendFile("x"),
      () => writeFile(handle, "x"),
      // The callback never runs, because a replay does not wait for the write that it refused.
      () => new Promise((resolve) => stream.write("x", resolve)),
    ];
    for (const way of ways) {
      expect(await replayDoing(way)).toContain("write a file that was open before");
      expect([`${way}`, readFileSync(real, "utf8")]).toEqual([`${way}`, ""]);
    }
    const own = async (opened: string) => {
      const path = join(opened, "own.log");
      const at = openSync(path, "w");
      writeSync(at, "x");
      closeSync(at);
      const file = await open(path, "a");
      await file.write("y");
      await file.close();
      await new Promise<void>((resolve) =>
        createWriteStream(path, { flags: "a" }).on("close", resolve).end("z"),
      );
      writeFileSync(join(folder, "read"), readFileSync(path));
    };
    expect(await replayDoing(own, { writes: [join(folder, "read")] })).toBe("proved");
    expect(readFileSync(join(folder, "read"), "utf8")).toBe("xyz");
    expect(await replayDoing(() => writeSync(fd, "x"), { writes: [real] })).toBe("proved");
    closeSync(fd);
    await handle.close();
  });

  test("Z10 if the replay owns its process, the limits also apply to work that the app hands over", async () => {
    const path = join(folder, "queued");
    const queue: (() => void)[] = [];
    const flushing = setInterval(() => {
      for (const write of queue.splice(0)) write();
    }, 5);
    const tried: unknown[] = [];
    const write = () => {
      try {
        writeFileSync(path, "x");
      } catch (error) {
        tried.push(error);
      }
    };
    const sideEffect = () => {
      queue.push(write);
      return new Promise((resolve) => setTimeout(resolve, 50));
    };
    const outcome = await replayDoing(sideEffect, {}, { isAlone: true });
    clearInterval(flushing);
    expect([outcome, existsSync(path)]).toEqual([expect.stringContaining("ReplayRefused"), false]);
    expect(tried).not.toEqual([]);
    writeFileSync(path, "x");
  });

  test("Z11 a memory that both runs share is no copy", async () => {
    const shared = new Map<string, string>();
    const app = replayable({
      open: ({ memtrace, units }) => {
        const made = notebook(memtrace, { extract }, []);
        for (const { id, text } of units) shared.set(id, text);
        return {
          ...copyOf(Object.assign(made, { notes: shared })),
          message: ({ text }) => shared.set(text, text),
        };
      },
    });
    await expect(tryReplay(graph, of, app)).rejects.toThrow(
      /contains a unit that the recorded memory did not/,
    );
  });

  test("Z11 a replay that writes to a memory other than its copy is refused", async () => {
    const real = new Map<string, string>();
    const app = replayable({
      open: ({ memtrace, units }) => {
        const copy = notebook(memtrace, { extract }, units);
        const otherMemory = notebook(memtrace, { extract });
        const write = ({ id, text }: { id: string; text: string }) => real.set(id, text);
        return { ...copyOf(copy), write, message: ({ text }) => otherMemory.say(text) };
      },
    });
    await expect(tryReplay(graph, of, app)).rejects.toThrow(
      /the replay writes outside of its copy/,
    );
  });

  test("Z12 the app's own client cannot record a replay into the app's graphs", async () => {
    const own = new MemTrace({ apiKey: "own", url: collector.url, onError: () => undefined });
    const outcome = await replayDoing(async () => {
      own.graph("user-42", () => own.variable("of a replay"));
      await own.flush({ timeoutMs: 200 });
    });
    expect(outcome).toContain("ReplayRefused");
    own.enabled = false;
    expect(collector.events.filter((event) => event.graph === "user-42")).toEqual([]);
  });

  test("Z13 a replay may use its folder, declared paths and declared hosts, and other code has no limits", async () => {
    const before = requests;
    const cache = join(folder, "cache");
    const { host } = new URL(url);
    const sideEffect = async (own: string) => {
      writeFileSync(join(own, "copy.json"), "x");
      await writeFile(cache, "x");
      await fetch(url);
    };
    const other = (async () => {
      for (let count = 0; count < 5; count++) {
        await new Promise((resolve) => setImmediate(resolve));
        writeFileSync(join(folder, "beside"), `${count}`);
      }
    })();
    const bounds = { reaches: [host], writes: [cache] };
    expect(await replayDoing(sideEffect, bounds)).toMatch(/^(?:proved|refuted|inconclusive)$/);
    await other;
    expect([existsSync(cache), existsSync(join(folder, "beside"))]).toEqual([true, true]);
    expect(requests - before).toBe(2);
    expect(await replayDoing(sideEffect, { ...bounds, reaches: ["other.example.com"] })).toContain(
      "reach",
    );
    await fetch(url);
    writeFileSync(join(folder, "afterwards"), "x");
  });
});

/** Imports graph files that no single request can hold into the running service. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, expect, inject, it } from "vitest";
import { memtrace } from "../cli/support/memtrace.ts";
import { type GraphFile, largeGraphFile } from "../local/support/large-graph-file.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { url, key } = inject("service");
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const textOf = (file: GraphFile) => JSON.stringify(file);

async function written(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), "memtrace-large-")), name);
  writeFileSync(path, content);
  return path;
}

const run = (address: string, ...args: string[]) =>
  memtrace([...args, "--json"], {
    env: { MEMTRACE_URL: address, MEMTRACE_API_KEY: key },
    program: join(ROOT, "sdk/bin/memtrace.js"),
  });

/** A network that fails at the given batch of events; undefined lets all batches pass. */
async function network(breaksAt: number | undefined) {
  const batches: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const forward = async () => {
      const body = await buffer(request);
      const batch = request.headers["batch-id"];
      if (typeof batch === "string") {
        if (batches.length === breaksAt) return request.socket.destroy();
        batches.push(batch);
      }
      const { host: _, connection: _c, ...headers } = request.headers as Record<string, string>;
      const method = request.method ?? "GET";
      const answer = await fetch(`${url}${request.url}`, {
        ...{ method, headers },
        ...(method === "GET" ? {} : { body: new Uint8Array(body) }),
      });
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(await answer.text());
    };
    forward().catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(() => server.close());
  return { batches, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it("K60 a large file is imported in parts; its export equals the file, and its annotation becomes a case", async () => {
  const file = largeGraphFile("large-whole");
  const path = await written("large.json.gz", gzipSync(textOf(file)));
  const imported = await run(url, "import", path);
  const { files, refused } = JSON.parse(imported.out);
  const { nodes, edges, operations, sessions } = file.data;
  const records = [nodes, edges, operations, sessions].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
  expect(files).toEqual([
    { file: path, graph: "large-whole", events: records + 1, duplicates: 0, cut: 0, cases: 1 },
  ]);
  expect(refused).toBe(0);
  const exported = await run(url, "export", "large-whole", "--labels");
  const { data, ...header } = JSON.parse(exported.out) as GraphFile;
  const { annotations, ...lists } = data;
  const { data: _, ...expectedHeader } = file;
  expect(header).toEqual(expectedHeader);
  expect(lists).toEqual({ nodes, edges, operations, sessions });
  expect(annotations).toHaveLength(1);
  const again = await run(url, "import", path);
  expect(JSON.parse(again.out).files).toMatchObject([
    { events: records + 1, duplicates: records + 1, repeated: true, cases: 0 },
  ]);
});

it("K61 an interrupted import continues where it stopped", async () => {
  const file = largeGraphFile("large-broken-off");
  const path = await written("large.json", textOf(file));
  const first = await network(4);
  const broken = await run(first.address, "import", path);
  expect(broken.code).not.toBe(0);
  expect(first.batches).toHaveLength(4);
  const second = await network(undefined);
  const resumed = await run(second.address, "import", path);
  expect(JSON.parse(resumed.out).files).toMatchObject([{ cases: 1 }]);
  const numbers = second.batches.map((batch) => Number(batch.split(":").at(-1)));
  // The client sends the last stored batch again. The answer shows that all earlier batches are
  // stored.
  expect(numbers[0]).toBe(3);
  expect(numbers.slice(1)).toEqual(numbers.slice(1).map((_, index) => 4 + index));
  const exported = await run(url, "export", "large-broken-off");
  const { nodes, edges } = (JSON.parse(exported.out) as GraphFile).data;
  expect(nodes).toEqual(file.data.nodes);
  expect(edges).toEqual(file.data.edges);
});

it("K62 the import refuses a damaged large file with the place and stores nothing of it", async () => {
  const file = largeGraphFile("large-damaged");
  const dangling = { ...file.data.edges?.[0], edge_id: "dangling", op_id: "nowhere" };
  const edges = [...(file.data.edges ?? []), dangling];
  const wrong = await written("wrong.json", textOf({ ...file, data: { ...file.data, edges } }));
  const torn = await written("torn.json", textOf(file).slice(0, -2_000_000));
  const imported = await run(url, "import", wrong, torn);
  expect(JSON.parse(imported.out).files).toEqual([
    {
      file: wrong,
      refused: expect.stringMatching(/data\.edges\[\d+\]\.op_id.*Nothing was stored\./),
    },
    { file: torn, refused: "the file ends in the middle. Copy it again." },
  ]);
  expect(imported.code).toBe(1);
  const shown = await run(url, "export", "large-damaged");
  expect(shown.code).toBe(1);
});

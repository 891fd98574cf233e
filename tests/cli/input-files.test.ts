import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, scriptedService } from "./support/scripted-service.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "memtrace-input-"));
const at = (name: string) => join(FOLDER, name);
const file = (name: string, content: string | Uint8Array) => writeFileSync(at(name), content);

file("graph.json", "{}");
file("good.mjs", 'export default { run: async () => "Tom" };');
file("blank.json", "\ufeff \r\n\t");
file("empty.json", "");
file("picture.json", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
file("wide.json", Buffer.from('\ufeff{"graph_id": "g"}', "utf16le"));
file("latin.json", Buffer.from('{"graph_id": "Zürich"}', "latin1"));
file("torn.json.gz", gzipSync(JSON.stringify({ text: "so much ".repeat(99) })).subarray(0, 30));
file("packed.json", gzipSync(Buffer.from([0, 1, 2])));
file("void.json.gz", gzipSync(""));
file("inside.mjs", Buffer.from([0, 0x1b, 0x5b, 0x32, 0x4a]));
mkdirSync(at("folder.json"));
mkdirSync(at("hollow"));
symlinkSync("nowhere at all.json", at("dangling.json"));
symlinkSync("round.json", at("round.json"));

/** Paths of missing files with the error message for each, whatever the command. */
const MISSING: readonly (readonly [string, RegExp])[] = [
  ["nope.json", /no such file or folder.*the folder \S+ contains nothing with this name\.$/],
  ["grahp.json", /no such file or folder.*Did you mean (?:\S*\/)?graph\.json\?$/],
  ["lost/deeper/nope.json", /no such file.*there is no folder \S+\/lost\.$/],
  ["graph.json/nope.json", /a part of this path is a file.*Correct the path\.$/],
  [
    "dangling.json",
    /link leads to \S+\/nowhere at all\.json, which does not exist.*Correct the link/,
  ],
  ["round.json", /link leads back to itself.*Correct the link/],
  [`${"long".repeat(99)}.json`, /path is too long.*Name a file/],
];
const UNUSABLE: readonly (readonly [string, RegExp])[] = [
  ["empty.json", /the file is empty.*Write or export it again/],
  ["blank.json", /the file is empty.*Write or export it again/],
  ["void.json.gz", /the file is empty.*Write or export it again/],
  ["picture.json", /the file is not UTF-8 text.*save it as UTF-8/],
  ["wide.json", /the file is not UTF-8 text.*save it as UTF-8/],
  ["latin.json", /the file is not UTF-8 text.*save it as UTF-8/],
  ["packed.json", /the file is not UTF-8 text.*save it as UTF-8/],
  ["torn.json.gz", /gzip data is damaged: unexpected end of file.*Copy or compress it again/],
];
const NO_FILE = [/this is a folder, not a file.*Name a file in it/] as const;

/** Runs the command with a service that counts its requests. */
async function refused(args: readonly string[]) {
  let asked = 0;
  const service = await scriptedService({
    answer: (_, response) => {
      asked += 1;
      answerJson(response, 200, {});
    },
  });
  const { code, out, err } = await memtrace(args, { env: service.env });
  service.close();
  return { code, out, err, asked };
}

/**
 * Expects a message that names the path as given, then the problem, then the whole path if it
 * differs.
 */
function saysOf(given: string, said: string, why: RegExp) {
  expect(said).toContain(`${given}: `);
  const [line = ""] = said.slice(said.indexOf(`${given}: `)).split("\n");
  expect(line).toContain(resolve(given));
  expect(line).toMatch(why);
  expect(said).not.toMatch(/ENOENT|EISDIR|ENOTDIR|ELOOP|ENAMETOOLONG|^\s+at /m);
}

describe("files given to a command", () => {
  it.each(MISSING)(
    "K2 K30 import and eval refuse %s before they send anything",
    async (name, why) => {
      const given = relative(process.cwd(), at(name));
      for (const args of [
        ["import", at("graph.json"), given],
        ["eval", at("graph.json"), given],
      ]) {
        const { code, out, err, asked } = await refused(args);
        expect({ code, out, asked }).toEqual({ code: 2, out: "", asked: 0 });
        saysOf(given, err, why);
      }
    },
  );

  it.each(UNUSABLE)(
    "K5 K30 import and eval refuse %s and continue with the other files",
    async (name, why) => {
      const given = relative(process.cwd(), at(name));
      const sent = await refused(["import", given, at("graph.json")]);
      expect({ code: sent.code, asked: sent.asked }).toEqual({ code: 1, asked: 1 });
      saysOf(given, sent.out.replace(": refused: ", ": "), why);
      const alone = await refused(["import", given]);
      expect({ code: alone.code, asked: alone.asked }).toEqual({ code: 1, asked: 0 });
      const judged = await refused(["eval", given]);
      expect({ code: judged.code, asked: judged.asked }).toEqual({ code: 1, asked: 0 });
      saysOf(given, judged.err, why);
    },
  );

  it.each([
    ["import", ""],
    ["eval", ""],
  ])("K30 %s with an empty path says that a variable may be unset", async (...args) => {
    const { code, err, asked } = await refused(args);
    expect({ code, asked }).toEqual({ code: 2, asked: 0 });
    expect(err).toMatch(/^"": the path is empty\. .*variable/);
  });

  it("K30 the error names each folder without a graph file and says what to give instead", async () => {
    for (const command of ["import", "eval"]) {
      const { code, out, err, asked } = await refused([command, at("hollow"), at("folder.json")]);
      expect({ code, out, asked }).toEqual({ code: 2, out: "", asked: 0 });
      saysOf(at("hollow"), err, /no file in this folder ends in \.json or \.json\.gz/);
      saysOf(at("folder.json"), err, /Name another folder, or the file itself\.$/);
    }
  });

  it.each([...MISSING, ...UNUSABLE, ["folder.json", ...NO_FILE] as const])(
    "Y16 K30 %s is refused as a file of questions before anything runs",
    async (name, why) => {
      const given = relative(process.cwd(), at(name));
      const args = ["experiment", at("good.mjs"), "--dataset", given];
      const { code, out, err, asked } = await refused(args);
      expect({ code, out, asked }).toEqual({ code: 2, out: "", asked: 0 });
      saysOf(given, err, why);
    },
  );

  it.each([
    ...MISSING,
    ["folder.json", ...NO_FILE] as const,
    ["inside.mjs", /not UTF-8 text/] as const,
  ])("K25 K30 %s is refused as a module before any request", async (name, why) => {
    const given = relative(process.cwd(), at(name));
    for (const args of [
      ["experiment", given, "--dataset", "keys"],
      ["replay", "case_1", "--with", given],
    ]) {
      const { code, out, err, asked } = await refused(args);
      expect({ code, out, asked }).toEqual({ code: 2, out: "", asked: 0 });
      saysOf(given, err, why);
      expect(err).toContain(`memtrace ${args[0]} --help`);
    }
  });

  it("K30 a file of questions may be compressed, and a dataset may have the name of a folder", async () => {
    file("questions.csv.gz", gzipSync("question,expected\nWho?,Tom\n"));
    const asked: string[] = [];
    const service = await scriptedService({
      answer: (request, response) => {
        asked.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
        answerJson(response, 200, { id: "ds_1", items: 0, added: 0, joined: 0, rejected: [] });
      },
    });
    const run = (dataset: string) =>
      memtrace(["experiment", at("good.mjs"), "--dataset", dataset], { env: service.env });
    await run(at("questions.csv.gz"));
    await run("src");
    service.close();
    expect(asked).toEqual([
      expect.stringMatching(/^POST \/v1\/datasets /),
      "POST /v1/datasets/ds_1/items text/csv",
      expect.stringMatching(/^GET \/v1\/datasets\/src /),
    ]);
  });
});

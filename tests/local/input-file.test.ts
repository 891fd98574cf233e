import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gzippedGraph } from "../../src/local/graph-files.ts";
import { problem, readInput, readingProblem } from "../../src/local/input-file.ts";

const FILE = join(mkdtempSync(join(tmpdir(), "memtrace-input-")), "file.json");

const given = (content: Uint8Array) => {
  writeFileSync(FILE, content);
  return relative(process.cwd(), FILE);
};
const LIMIT = { bytes: 64, refused: "too large" };

describe("reading an input file", () => {
  it("K30 the command reads a text file unchanged, plain and compressed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.boolean(), async (text, isGzip) => {
        const plain = Buffer.from(`{${text.replaceAll("\0", "")}`);
        const read = await readInput(given(isGzip ? gzipSync(plain) : plain));
        expect(read).toMatchObject({ isGzip });
        expect("text" in read && read.text.equals(plain)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it("K30 the command refuses any other bytes with the full path and a remedy, and never crashes", async () => {
    const invalid = fc
      .uint8Array({ maxLength: 40 })
      .map((bytes) => Buffer.from([0x7b, 0xff, ...bytes]));
    const torn = fc
      .tuple(fc.string({ minLength: 9 }), fc.integer({ min: 2, max: 20 }))
      .map(([text, end]) => gzipSync(text).subarray(0, end));
    const blank = fc
      .array(fc.constantFrom(" ", "\n", "\t", "\r"))
      .map((all) => Buffer.from(all.join("")));
    await fc.assert(
      fc.asyncProperty(fc.oneof(invalid, torn, blank), fc.boolean(), async (bytes, isPacked) => {
        const read = await readInput(
          given(isPacked && bytes[0] !== 0x1f ? gzipSync(bytes) : bytes),
        );
        expect(read).toEqual({ refused: expect.stringContaining(` (${FILE}). `) });
      }),
      { numRuns: 50 },
    );
  });

  it("K5 the command refuses an input above the limit, packed or unpacked, and stops reading a device", async () => {
    const fits = await readInput(given(Buffer.alloc(64, "{")), LIMIT);
    expect(fits).toMatchObject({ isGzip: false });
    for (const bytes of [Buffer.alloc(65, "{"), gzipSync(Buffer.alloc(9999, "{"))]) {
      expect(await readInput(given(bytes), LIMIT)).toEqual({ refused: "too large" });
    }
    expect(await readInput("/dev/zero", LIMIT)).toEqual({ refused: "too large" });
    expect(await gzippedGraph("/dev/zero")).toEqual({
      refused: expect.stringContaining("which only a regular file may have"),
    });
  });

  it.each([
    ["EACCES", /^permission denied \(.*\/a\.json\)\. .*chmod u\+r/],
    ["EPERM", /^permission denied \(.*\/a\.json\)\. \S/],
    ["EIO", /^cannot be read: it broke \(.*\/a\.json\)\. Copy it/],
  ])("K30 the message about %s says what to do", (code, said) => {
    expect(readingProblem("a.json", Object.assign(new Error("it broke"), { code }))).toMatch(said);
  });

  it("K30 the message gives an absolute path only once", () => {
    expect(problem("/a/b.json", "is odd", "Mend it.")).toBe("is odd. Mend it.");
  });
});

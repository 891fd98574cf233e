/**
 * Packs the Python SDK as a wheel, which users install from the service with pip. Format: PEP 427
 * and PEP 376.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";

const VERSION = /__version__(?:: \w+)? = "(?<version>[^"]+)"/;
/**
 * Modification time of every file in the wheel. A fixed time makes wheels of equal sources
 * identical. Zip files allow no earlier time.
 */
const MODIFIED = "1980-01-01T00:00:00";

/** @param folder path of `sdk/python` */
export function packPythonSdk(folder: string): {
  readonly name: string;
  readonly bytes: Uint8Array;
} {
  const read = (path: string) => readFileSync(join(folder, path));
  const version = VERSION.exec(read("memtrace/version.py").toString())?.groups?.version;
  if (version === undefined) throw new Error("memtrace/version.py names no version.");
  const info = `memtrace_sdk-${version}.dist-info`;
  const files = new Map<string, Uint8Array>(
    readdirSync(join(folder, "memtrace"), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.py$|(^|\/)py\.typed$/.test(path))
      .sort()
      .map((path) => [`memtrace/${path}`, read(`memtrace/${path}`)]),
  );
  files.set(`${info}/licenses/LICENSE`, read("LICENSE"));
  files.set(`${info}/METADATA`, strToU8(metadataOf(version, read("README.md").toString())));
  files.set(`${info}/WHEEL`, strToU8(WHEEL));
  const record = [...files].map(
    ([path, bytes]) => `${path},sha256=${digest(bytes)},${bytes.length}`,
  );
  files.set(`${info}/RECORD`, strToU8(`${[...record, `${info}/RECORD,,`].join("\n")}\n`));
  const zipped: Zippable = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, [new Uint8Array(bytes), { mtime: MODIFIED }]]),
  );
  return { name: `memtrace_sdk-${version}-py3-none-any.whl`, bytes: zipSync(zipped) };
}

const WHEEL = `Wheel-Version: 1.0
Generator: memtrace
Root-Is-Purelib: true
Tag: py3-none-any
`;

const metadataOf = (version: string, readme: string) => `Metadata-Version: 2.4
Name: memtrace-sdk
Version: ${version}
Summary: Traces the memory of an LLM agent, so that a wrong answer leads to the operation that caused it
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.9
Description-Content-Type: text/markdown

${readme}`;

const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64url");

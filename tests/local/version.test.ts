import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { VERSIONED, versionsIn } from "../../src/local/build/write-version.ts";
import { OLDEST_SDK, outdatedSdkMessage } from "../../src/protocol/events/sdk-version.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { version } = JSON.parse(read("package.json"));

test("Y80 every file that states the version states the version of package.json", () => {
  for (const path of Object.keys(VERSIONED)) {
    expect([path, new Set(versionsIn(path))]).toEqual([path, new Set([version])]);
  }
  const { version: locked, packages } = JSON.parse(read("package-lock.json"));
  expect([locked, packages[""].version, packages.sdk.version]).toEqual([version, version, version]);
});

test("Y80 the changelog has an entry for this version in the format of Keep a Changelog", () => {
  const [unreleased = "", ...versions] = read("CHANGELOG.md").split(/^## /m).slice(1);
  expect(unreleased).toMatch(/^Unreleased\n/);
  expect(versions[0]?.split("\n")[0]).toBe(version);
  const kinds = [...read("CHANGELOG.md").matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
  for (const kind of kinds) {
    expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]).toContain(kind);
  }
});

test("Y81 only an SDK that is older than the oldest supported one gets a message", () => {
  const messageFor = (type: string | undefined, oldest = "1.10.2") =>
    outdatedSdkMessage(type, "https://memtrace.example", oldest);
  for (const old of ["0.99.99", "1.9.9", "1.10.1"]) {
    expect(messageFor(`application/x-ndjson;js=${old}`)).toContain(
      `has version ${old}, and the service supports versions from 1.10.2`,
    );
  }
  expect(messageFor("application/x-ndjson;js=1.0.0")).toContain(
    "npm install https://memtrace.example/sdk.tgz",
  );
  expect(messageFor("application/x-ndjson; py=1.0.0")).toContain("pip install");
  for (const other of [
    "js=1.10.2",
    "js=1.11.0",
    "py=2.0.0",
    "js=1",
    "rb=0.1.0",
    "js=",
    "js=a.b.c",
  ]) {
    expect(messageFor(`application/x-ndjson;${other}`)).toBeUndefined();
  }
  expect(messageFor(undefined)).toBeUndefined();
  expect(messageFor("application/json")).toBeUndefined();
  expect(outdatedSdkMessage(`application/x-ndjson;js=${version}`, "", OLDEST_SDK)).toBeUndefined();
});

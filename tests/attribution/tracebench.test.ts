/** Labelled traces, where they are at hand: set TRACEBENCH_DIR to a folder of `<system>/*.json.gz`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type ScoredAttribution, scoreAttributions } from "../../src/attribution/accuracy.ts";
import { casesOfAnnotations } from "../../src/attribution/annotations.ts";
import { attribute } from "../../src/attribution/attribute.ts";
import { readSmartcomment } from "../../src/graph/smartcomment.ts";

const root = process.env.TRACEBENCH_DIR;

function score(withEvidence: boolean): ScoredAttribution[] {
  const scored: ScoredAttribution[] = [];
  const folders = readdirSync(root ?? ".", { withFileTypes: true }).filter((e) => e.isDirectory());
  for (const { name: system } of folders) {
    for (const file of readdirSync(join(root ?? ".", system)).filter((f) =>
      f.endsWith(".json.gz"),
    )) {
      const json: unknown = JSON.parse(
        gunzipSync(readFileSync(join(root ?? ".", system, file))).toString(),
      );
      const read = readSmartcomment(json);
      if (!read.ok) throw new Error(`${file}: ${read.damage.path} ${read.damage.message}`);
      const { graph } = read.file;
      const annotated = casesOfAnnotations(graph, read.file.annotations ?? []);
      if (!annotated.ok) throw new Error(`${file}: ${annotated.damage.path}`);
      for (const { label, annotation, ...failed } of annotated.cases) {
        if (label === null) throw new Error(`${file}: ${String(annotation.query)} has no label`);
        const evidence = withEvidence ? failed.evidence : [];
        scored.push({ system, label, attribution: attribute(graph, { ...failed, evidence }) });
      }
    }
  }
  return scored;
}

describe.skipIf(root === undefined)("labelled traces (skipped: TRACEBENCH_DIR is not set)", () => {
  it("A31 with evidence given, error type and operation are right in 95 of 100 cases", () => {
    const { all } = scoreAttributions(score(true));
    expect(all.errorType).toBeGreaterThanOrEqual(0.95);
    expect(all.operation).toBeGreaterThanOrEqual(0.95);
    expect(all.both).toBeGreaterThanOrEqual(0.94);
  }, 120_000);

  it("A31 with evidence searched for, both are right in 85 of 100 cases", () => {
    expect(scoreAttributions(score(false)).all.both).toBeGreaterThanOrEqual(0.85);
  }, 120_000);
});

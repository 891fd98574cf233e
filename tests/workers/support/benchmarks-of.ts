/** Works with the benchmarks of one project: their cases, drafts, freezes and exports. */
import { strFromU8, unzipSync } from "fflate";
import { expect } from "vitest";
import type { Benchmark } from "../../../src/protocol/api/annotation/benchmarks.ts";
import type { Label } from "../../../src/protocol/api/annotation/labels.ts";
import type { Case } from "../../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { attributedCase } from "./attributed-case.ts";
import { clientOf, type OwnProject, send } from "./tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "./traces.ts";
import { until } from "./until.ts";

export const LABEL = {
  errorType: "ExtractionError",
  op: "op-extract",
  reason: "It was left out.",
} as const;

/**
 * Returns the helpers.
 * @param tenant the project that the test uses now
 */
export function benchmarksOf(tenant: () => OwnProject) {
  const api = () => clientOf(tenant().key);

  async function caseOf(graph: string, more: readonly TraceEvent[] = []): Promise<Case> {
    await sendPacked(tenant().key, [...forgottenDog(graph), ...more, failingVerdict(graph)]);
    return attributedCase(api(), graph);
  }

  const label = (id: string, body: Partial<Label> = {}) =>
    api()("PUT /cases/{case}/label", { params: { case: id }, body: { ...LABEL, ...body } });

  async function labelled(graph: string, body: Partial<Label> = {}): Promise<Case> {
    const { id } = await caseOf(graph);
    return label(id, body);
  }

  const draftOf = (cases: readonly string[], name = "hard ones") =>
    api()("POST /benchmarks", { body: { name, split: "dev", from: { cases: [...cases] } } });

  async function freeze(id: string): Promise<Benchmark> {
    const params = { benchmark: id };
    return until(async () => {
      const found = await api()("POST /benchmarks/{benchmark}/freeze", { params });
      return found.state === "frozen" ? found : undefined;
    });
  }

  const casesIn = async (benchmark: string) =>
    (await api()("GET /benchmarks/{benchmark}/cases", { params: { benchmark } })).items;

  const download = (benchmark: string) =>
    send(`/v1/benchmarks/${benchmark}/export`, {
      headers: { authorization: `Bearer ${tenant().key}` },
    });

  /** Returns the texts of the export's files, by path. */
  async function exported(benchmark: string): Promise<Map<string, string>> {
    const answer = await download(benchmark);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    return new Map(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
  }

  return { caseOf, label, labelled, draftOf, freeze, casesIn, download, exported };
}

export const fileOf = (files: ReadonlyMap<string, string>, path: string) =>
  JSON.parse(files.get(path) ?? "null");

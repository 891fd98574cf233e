import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { type DataPoint, dataPointOf, logLineOf } from "../../src/telemetry/telemetry.ts";
import { causedBy, currentCause, WakeCauses } from "../../workers/operation/cause.ts";
import { recorded, recorderOf } from "../../workers/operation/telemetry.ts";
import { createServices } from "../../workers/services.ts";
import { wakeAttribution, wakeJob } from "../../workers/wakes.ts";
import { newProject } from "./support/tenants.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const REQUEST = {
  ...{ kind: "request" as const, requestId: "r1", method: "GET", route: "/v1/cases" },
  ...{ status: 200, milliseconds: 12, project: "prj_1" },
};
const WORK = { work: "attribution", item: "g1", project: "prj_1", cause: "r1" } as const;

/** A dataset that stores what is written to it, in place of the platform's. */
function dataset() {
  const points: DataPoint[] = [];
  return {
    points,
    METRICS: { writeDataPoint: (point: unknown) => void points.push(point as DataPoint) },
  };
}

test("H504 work outside requests leaves a log line with its duration, outcome and cause", async () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const record = recorderOf({ ENVIRONMENT: "production" });
  await recorded(record, WORK, async () => undefined);
  const failing = recorded(record, WORK, async () => {
    throw new Error("SECRET");
  });
  await expect(failing).rejects.toThrow("SECRET");
  const lines = printed.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.map(({ outcome }) => outcome)).toEqual(["done", "failed"]);
  for (const line of lines) expect(line).toMatchObject({ message: "work", ...WORK });
  expect(JSON.stringify(lines)).not.toContain("SECRET");
});

test("H504 a wake-up carries the id of the request or work that caused it", async () => {
  const sent: unknown[] = [];
  const queue = { send: async (body: unknown) => void sent.push(body) };
  const scripted = { ...env, ATTRIBUTION_QUEUE: queue, JOB_QUEUE: queue } as unknown as typeof env;
  const { project } = await newProject();
  const services = createServices(scripted, () => undefined);
  await services.causing("r7", () => services.project(project).wakeAttribution("g1"));
  await recorded(
    () => undefined,
    WORK,
    () => wakeJob(scripted, project),
  );
  await wakeAttribution(scripted, project, "g2");
  expect(sent).toEqual([
    { project, graph: "g1", cause: "r7" },
    { project, cause: "attribution g1" },
    { project, graph: "g2" },
  ]);
  expect(causedBy("r8", currentCause)).toEqual({ cause: "r8" });
});

test("H504 a graph gets the causes of the wake-ups that name it, and other work gets the last cause", () => {
  const causes = new WakeCauses();
  expect(causes.last).toBeUndefined();
  causes.note([{ graph: "g1", cause: "r1" }, { graph: "g2", cause: "pack" }, {}]);
  expect(causes.takeOf("g1")).toBe("r1");
  expect(causes.takeOf("g1")).toBe("pack");
  expect(causes.last).toBe("pack");
});

test("H505 a bound dataset gets a metric for each request, ingest, verdict, delivery and work", () => {
  const { points, METRICS } = dataset();
  const record = recorderOf({ ENVIRONMENT: "development", METRICS });
  record(REQUEST);
  record({ kind: "ingest", project: "prj_1", accepted: 3, duplicates: 1 });
  record({ kind: "verdict", project: "prj_1", verdict: "UpdateError", confidence: 0.9, usd: 0 });
  record({ kind: "delivery", project: "prj_1", outcome: "retry", status: 500, milliseconds: 7 });
  record({ kind: "work", ...WORK, outcome: "done", milliseconds: 40 });
  expect(points).toEqual([
    { indexes: ["prj_1"], blobs: ["request", "GET", "/v1/cases", "200"], doubles: [12] },
    { indexes: ["prj_1"], blobs: ["ingest"], doubles: [3, 1] },
    { indexes: ["prj_1"], blobs: ["verdict", "UpdateError"], doubles: [0.9, 0] },
    { indexes: ["prj_1"], blobs: ["delivery", "retry", "500"], doubles: [7] },
    { indexes: ["prj_1"], blobs: ["work", "attribution", "done"], doubles: [40] },
  ]);
});

test("H505 a metric that cannot be written breaks nothing else, and without a dataset none is written", () => {
  const failed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const broken = () => {
    throw new Error("no room");
  };
  recorderOf({ ENVIRONMENT: "development", METRICS: { writeDataPoint: broken } })(REQUEST);
  expect(failed).toHaveBeenCalledTimes(1);
  recorderOf({ ENVIRONMENT: "development" })(REQUEST);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(logLineOf({ kind: "ingest", project: "p", accepted: 1, duplicates: 0 })).toBeNull();
  expect(dataPointOf({ ...REQUEST, project: null }).indexes).toEqual(["none"]);
});

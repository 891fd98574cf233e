import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { noticeOf } from "../../src/webhooks/channels/notice.ts";
import { type ChangedFinding, findingChanged } from "../../src/webhooks/payloads.ts";
import { github } from "../../src/webhooks/trackers/github.ts";
import { linear } from "../../src/webhooks/trackers/linear.ts";
import { type SyncTask, syncIssue } from "../../src/webhooks/trackers/sync-issue.ts";
import type { Issue, Tracker } from "../../src/webhooks/trackers/tracker.ts";
import {
  answered,
  linearError,
  type ScriptedTracker,
  scriptedGitHub,
  scriptedLinear,
} from "./support/scripted-trackers.ts";

const AT = Date.UTC(2026, 0, 1);
const ORIGIN = { baseUrl: "https://memtrace.example.com", project: "prj_1" };
const HOSTILE = "@acme/all #12 [free](https://evil.example) <img src=x> `c` --> **b**";
const FINDING: ChangedFinding = {
  ...{ id: "fnd_1", errorType: "RetrievalError", opName: "search", system: "mem0" },
  headline: `search lost it ${HOSTILE}`,
};
const notice = (type: "finding.opened" | "finding.reopened" | "finding.closed") =>
  noticeOf(findingChanged(ORIGIN, type, FINDING, AT));

const deps = (service: ScriptedTracker) => ({
  ...{ fetch: service.fetch, timeout: (ms: number) => AbortSignal.timeout(ms), now: () => AT },
});
const idOf = (text: string) => createHash("sha256").update(text).digest("hex");
const PARTS = { url: "https://api.example.com", token: "" };

const SERVICES = {
  GitHub: {
    start: scriptedGitHub,
    tracker: (service: ScriptedTracker, token: string): Tracker =>
      github({ ...PARTS, token, repository: "acme/agent" }, deps(service)),
    limit: answered(
      403,
      { message: "API rate limit exceeded" },
      {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": `${AT / 1_000 + 90}`,
      },
    ),
  },
  Linear: {
    start: scriptedLinear,
    tracker: (service: ScriptedTracker, token: string): Tracker =>
      linear({ ...PARTS, token, team: "ENG" }, deps(service), idOf),
    limit: linearError(400, "RATELIMITED", "Rate limit exceeded", {
      "x-ratelimit-requests-reset": `${AT + 90_000}`,
    }),
  },
} as const;

const sync = (tracker: Tracker, task: Partial<SyncTask>) =>
  syncIssue(tracker, {
    ...{ notice: notice("finding.opened"), channel: "chn_1", known: undefined },
    ...{ shouldBeOpen: true, isRepeated: false, ...task },
  });

async function opened(tracker: Tracker): Promise<Issue> {
  const made = await sync(tracker, {});
  if (!made.ok || made.value === undefined) throw new Error("no issue");
  return made.value;
}

describe.each(Object.keys(SERVICES) as (keyof typeof SERVICES)[])("a scripted %s", (name) => {
  const { start, tracker: trackerOf, limit } = SERVICES[name];
  const begin = () => {
    const service = start();
    return { service, tracker: trackerOf(service, service.token) };
  };
  const only = (service: ScriptedTracker) => [...service.issues.values()][0];

  test("W85 a finding gets one issue, which is closed and reopened with the finding", async () => {
    const { service, tracker } = begin();
    const known = await opened(tracker);
    expect(only(service)).toMatchObject({ isOpen: true });
    expect(only(service)?.body).toContain("https://memtrace.example.com/p/prj_1/findings/fnd_1");
    const closed = { notice: notice("finding.closed"), known, shouldBeOpen: false };
    expect(await sync(tracker, closed)).toEqual({ ok: true, value: known });
    expect(only(service)?.isOpen).toBe(false);
    await sync(tracker, { notice: notice("finding.reopened"), known });
    expect(only(service)?.isOpen).toBe(true);
    expect(only(service)?.comments).toHaveLength(2);
    expect(service.issues.size).toBe(1);
  });

  test("W86 nothing is sent if the issue already has the finding's state", async () => {
    const { service, tracker } = begin();
    const known = await opened(tracker);
    await sync(tracker, { known });
    expect(only(service)?.comments).toEqual([]);
    expect(await sync(tracker, { shouldBeOpen: false })).toEqual({ ok: true, value: undefined });
    expect(service.issues.size).toBe(1);
  });

  test("W87 if the answer to a new issue was lost, the issue is found and not opened twice", async () => {
    const { service, tracker } = begin();
    service.losesAnswer = true;
    expect(await sync(tracker, {})).toMatchObject({ ok: false, fault: { kind: "retry" } });
    expect(await sync(tracker, { isRepeated: true })).toMatchObject({ ok: true });
    expect(service.issues.size).toBe(1);
  });

  test("W88 a rate limit postpones the next attempt until its end; a revoked token ends the attempts", async () => {
    const { service, tracker } = begin();
    service.answers.push(limit);
    expect(await sync(tracker, {})).toMatchObject({
      fault: { kind: "retry", waitSeconds: 90 },
    });
    service.token = "another";
    const revoked = await sync(tracker, {});
    expect(revoked).toMatchObject({ fault: { kind: "lost", status: 401 } });
    expect(JSON.stringify(revoked)).toContain("revoked");
    expect(service.issues.size).toBe(0);
  });

  test("W89 a deleted issue is replaced only if the finding is open", async () => {
    const { service, tracker } = begin();
    const known = await opened(tracker);
    service.issues.delete(known.id);
    const closed = { known, shouldBeOpen: false };
    expect(await sync(tracker, closed)).toEqual({ ok: true, value: undefined });
    const again = await sync(tracker, { known });
    expect(again).toMatchObject({ ok: true });
    expect(service.issues.size).toBe(1);
  });

  test("W90 texts from traces mention nobody, make no link and end no comment", async () => {
    const { service, tracker } = begin();
    await opened(tracker);
    const { title = "", body = "" } = only(service) ?? {};
    expect(title).not.toContain("@acme");
    expect(body).not.toMatch(/@acme|(?<!\\)\[free|https:\/\/evil|(?<!\\)<img|(?<!\\)#12/);
    expect(body.match(/-->/g)?.length).toBe(1);
  });

  test("W91 a test asks for the repository or team, and opens no issue", async () => {
    const { service, tracker } = begin();
    expect(await tracker.check()).toEqual({ ok: true, value: null });
    expect(service.issues.size).toBe(0);
    expect(await trackerOf(service, "wrong").check()).toMatchObject({ fault: { kind: "lost" } });
  });
});

test("W88 if GitHub's secondary limit gives no time, the next attempt waits a minute", async () => {
  const service = scriptedGitHub();
  service.answers.push(answered(403, { message: "You have exceeded a secondary rate limit" }));
  const answer = await sync(SERVICES.GitHub.tracker(service, service.token), {});
  expect(answer).toMatchObject({ fault: { kind: "retry", waitSeconds: 60 } });
});

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CreateChannel } from "../../src/protocol/api/alerts/channels.ts";
import { Receiver } from "../workers/support/receiver.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const TOKEN = "github_pat_very_secret_1234";
const ISSUES = "https://api.github.com/repos/acme/agent/issues";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const github = (json: Partial<CreateChannel> = {}) =>
  api.response("POST /channels", {
    body: { kind: "github", name: "Issues", repository: "acme/agent", token: TOKEN, ...json },
  });

/** A scripted GitHub with one issue. */
const issue = (state: "open" | "closed") => () =>
  Response.json({
    ...{ number: 7, state, body: "", html_url: "https://github.com/acme/agent/issues/7" },
  });

const received = (count: number) =>
  until(async () => (receiver.received.length >= count ? [...receiver.received] : undefined));

/** Makes a finding with an open issue, and waits until the delivery has ended. */
async function withIssue() {
  const channel = await (await github()).json();
  const graph = crypto.randomUUID();
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const [opened] = await received(1);
  const [finding] = (await api("GET /findings")).items;
  await until(async () => {
    const { items } = await api("GET /deliveries", { query: { endpoint: channel.id } });
    return items.every(({ state }) => state === "delivered") || undefined;
  });
  return { channel: channel.id, opened, params: { finding: finding?.id ?? "" } };
}

test("W95 a finding opens an issue, and its fix closes the issue", async () => {
  receiver.answers.push(issue("open"), issue("open"), issue("closed"), issue("closed"));
  const { opened, params } = await withIssue();
  expect(opened?.url).toBe(ISSUES);
  expect(opened?.headers.get("authorization")).toBe(`Bearer ${TOKEN}`);
  expect(JSON.parse(opened?.body ?? "")).toMatchObject({ labels: ["memtrace"] });
  expect(opened?.body).toContain(`/findings/${params.finding}`);
  await api("PATCH /findings/{finding}", { params, body: { state: "fixed" } });
  const urls = (await received(4)).map(({ url }) => url);
  expect(urls).toEqual([ISSUES, `${ISSUES}/7`, `${ISSUES}/7`, `${ISSUES}/7/comments`]);
  expect(JSON.parse(receiver.received[2]?.body ?? "")).toMatchObject({ state: "closed" });
});

test("H560 a finding links its issue with the state in which MemTrace left it", async () => {
  receiver.answers.push(issue("open"), issue("open"), issue("closed"), issue("closed"));
  const { channel, params } = await withIssue();
  const shown = async () => (await api("GET /findings/{finding}", { params })).issues;
  const known = {
    ...{ service: "github", channel: { id: channel, name: "Issues" }, key: "#7" },
    url: "https://github.com/acme/agent/issues/7",
  };
  expect(await shown()).toEqual([{ ...known, state: "open" }]);
  await api("PATCH /findings/{finding}", { params, body: { state: "fixed" } });
  const closed = await until(async () => {
    const [first] = await shown();
    return first?.state === "closed" ? first : undefined;
  });
  expect(closed).toEqual({ ...known, state: "closed" });
  await api("DELETE /channels/{channel}", { params: { channel } });
  expect(await shown()).toEqual([]);
});

test("W96 the token is stored encrypted, and a revoked token disables the channel with the reason", async () => {
  const channel = await (await github()).json();
  expect(channel.address).toBe("acme/agent (token …1234)");
  const rows = await env.DB.prepare("select * from endpoint where project = ?")
    .bind(tenant.project)
    .all();
  expect(JSON.stringify(rows.results)).not.toContain("very_secret");
  receiver.answers.push(() => Response.json({ message: "Bad credentials" }, { status: 401 }));
  await api("POST /channels/{channel}/test", { params: { channel: channel.id } });
  const disabled = await until(async () => {
    const [found] = (await api("GET /channels")).items;
    return found?.state === "disabled" ? found : undefined;
  });
  expect(disabled.disabledReason).toContain("revoked");
  expect(receiver.received.map(({ url }) => url)).toEqual([
    "https://api.github.com/repos/acme/agent",
  ]);
});

test("W97 a tracker takes only changes of findings, and needs its place and token", async () => {
  const messageOf = async (response: Response) => {
    expect(response.status).toBe(400);
    return JSON.parse(await response.text()).error.message;
  };
  expect(await messageOf(await github({ events: ["report.ready"] }))).toContain("report.ready");
  const bare = { kind: "linear", name: "x", token: "lin_api_1" } as const;
  expect(await messageOf(await api.response("POST /channels", { body: bare }))).toContain("team");
  const { id } = await (await github()).json();
  const body = { name: "R", digest: "daily" as const, channels: [id] };
  expect(await messageOf(await api.response("POST /rules", { body }))).toContain("opens issues");
  for (const repository of ["../..", "acme/..", "./agent", "acme/.", "acme/a/b", ".hidden/x"])
    expect(await messageOf(await github({ repository }))).toContain("repository: must be");
  expect(await messageOf(await github({ token: "ключ" }))).toContain("ASCII");
  const address = "https://example.com/";
  const elsewhere = await github({ address });
  expect(elsewhere.status).toBe(422);
});

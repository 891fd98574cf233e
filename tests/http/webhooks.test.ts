import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type {
  CreateEndpoint,
  Delivery,
  EndpointWithSecret,
} from "../../src/protocol/api/webhook-endpoints.ts";
import {
  MAX_EARLIER_SECRETS,
  MAX_REPLAYS_OF_DELIVERY,
  MAX_WEBHOOK_ENDPOINTS,
} from "../../src/protocol/limits.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import worker from "../../workers/app.ts";
import type { WakeMessage } from "../../workers/messages.ts";
import { createServices } from "../../workers/services.ts";
import { Receiver, verifyWith } from "../workers/support/receiver.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const HOOK = "https://hooks.example.com/memtrace";
const OTHER_HOOK = "https://other.example.com/";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
let receiver: Receiver;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  receiver = new Receiver();
});
afterEach(() => receiver.close(tenant.project));

const newEndpoint = async (json: Partial<CreateEndpoint> = {}): Promise<EndpointWithSecret> =>
  api("POST /webhooks", { body: { url: HOOK, ...json } });

const sendTest = async (endpoint: string): Promise<Delivery> =>
  api("POST /webhooks/{endpoint}/test", { params: { endpoint } });

const shown = async (delivery: string): Promise<Delivery> =>
  api("GET /deliveries/{delivery}", { params: { delivery } });

/** Waits until the delivery's log has this many attempts. */
const afterAttempts = (delivery: string, attempts: number): Promise<Delivery> =>
  until(async () => {
    const found = await shown(delivery);
    return found.attempts.length === attempts ? found : undefined;
  });

/** Makes the next attempt now instead of at its scheduled time. */
const attemptNow = async (delivery: string): Promise<void> => {
  await env.DB.prepare("update delivery set next_attempt_at = 1 where id = ?").bind(delivery).run();
  const { attempts } = await shown(delivery);
  await wake(1);
  await afterAttempts(delivery, attempts.length + 1);
};

const wake = async (times: number): Promise<void> => {
  const messages = Array.from({ length: times }, (_, index) => ({
    ...{ id: `${index}`, timestamp: new Date(), attempts: 1 },
    body: { project: tenant.project } satisfies WakeMessage,
  }));
  const batch = createMessageBatch("memtrace-webhooks", messages);
  await worker.queue(batch, env);
  const result = await getQueueResult(batch, createExecutionContext());
  expect(result.explicitAcks).toHaveLength(messages.length);
};

test("W40 an attribution arrives at the endpoint, signed with the secret that was shown once", async () => {
  const { id, secret } = await newEndpoint();
  await newEndpoint({ url: OTHER_HOOK, events: ["report.ready"] });
  await sendEvents(tenant.key, [...forgottenDog("g"), failingVerdict("g")]);
  const [message] = await until(async () => {
    const messages = receiver.ofType("attribution.completed");
    return messages.length > 0 ? messages : undefined;
  });
  if (message === undefined) throw new Error("unreachable");
  expect(message.url).toBe(HOOK);
  expect(await verifyWith(secret, message, Date.now())).toEqual({ ok: true });
  const [found] = (await api("GET /cases")).items;
  expect(JSON.parse(message.body)).toMatchObject({
    type: "attribution.completed",
    data: { project: tenant.project, case: found?.id, graph: "g", errorType: "ExtractionError" },
  });
  const delivery = await afterAttempts(message.headers.get("webhook-id") ?? "", 1);
  expect(delivery).toMatchObject({
    ...{ endpoint: id, url: HOOK, event: "attribution.completed", state: "delivered" },
    ...{ attempts: [{ status: 204, error: null }], nextAttemptAt: null, payload: message.body },
  });
  const types = receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.project === tenant.project)
    .map(({ type }) => type);
  expect(types.filter((type) => type !== "finding.opened")).toEqual(["attribution.completed"]);
});

test("W41 the secret is shown only when it is created, and is stored encrypted", async () => {
  const { secret, id } = await newEndpoint();
  expect(secret).toMatch(/^whsec_/);
  expect(await (await api.response("GET /webhooks")).text()).not.toContain("whsec_");
  const row = await env.DB.prepare("select * from endpoint where id = ?").bind(id).first();
  expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
});

test("W42 a forbidden address is refused with the reason, on creation and on change", async () => {
  const { id } = await newEndpoint();
  const refused = [
    "ftp://example.com/",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:a9fe:a9fe]/",
    "https://user:pass@example.com/",
    "http://memtrace.test/v1/events",
    "not a url",
  ];
  for (const url of refused) {
    const answers = [
      await api.response("POST /webhooks", { body: { url } }),
      await api.response("PATCH /webhooks/{endpoint}", { params: { endpoint: id }, body: { url } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(await answer.text()).toMatch(/"code":"url_not_allowed","message":"url: The /);
    }
  }
  const items = (await api("GET /webhooks")).items;
  expect(items.map(({ url }) => url)).toEqual([HOOK]);
});

test("W42 outside development, http and loopback addresses are refused", async () => {
  const app = createApp(() =>
    createServices({ ...env, ENVIRONMENT: "production" }, () => undefined),
  );
  const post = (url: string) =>
    app.request("/v1/webhooks", {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" },
      body: JSON.stringify({ url }),
    });
  for (const url of ["http://hooks.example.com/", "https://127.0.0.1/", "https://localhost/"]) {
    expect((await post(url)).status).toBe(422);
  }
  expect((await post(HOOK)).status).toBe(201);
});

test("W43 a failed delivery is tried again under the same id until it is received", async () => {
  const endpoint = await newEndpoint();
  receiver.answers.push(new Response("no", { status: 503 }));
  const { id } = await sendTest(endpoint.id);
  const failed = await afterAttempts(id, 1);
  expect(failed).toMatchObject({ state: "queued", attempts: [{ status: 503 }] });
  const wait = Date.parse(failed.nextAttemptAt ?? "") - Date.parse(failed.attempts[0]?.at ?? "");
  expect(wait).toBeGreaterThanOrEqual(5_000);
  await attemptNow(id);
  expect(await shown(id)).toMatchObject({
    state: "delivered",
    attempts: [{ status: 503 }, { status: 204 }],
  });
  const ids = receiver.received.map(({ headers }) => headers.get("webhook-id"));
  expect(ids).toEqual([id, id]);
});

test("W43 a delivery has failed after its last attempt", async () => {
  const endpoint = await newEndpoint();
  receiver.answers.push(...Array.from({ length: 10 }, () => new Response(null, { status: 500 })));
  const { id } = await sendTest(endpoint.id);
  await afterAttempts(id, 1);
  for (let attempt = 2; attempt <= 10; attempt++) await attemptNow(id);
  const { state, attempts, nextAttemptAt } = await shown(id);
  expect([state, attempts.length, nextAttemptAt]).toEqual(["failed", 10, null]);
});

test("W44 a redirect fails the attempt and is not followed", async () => {
  const endpoint = await newEndpoint();
  receiver.answers.push(Response.redirect("https://elsewhere.example/", 307));
  const { id } = await sendTest(endpoint.id);
  const failed = await afterAttempts(id, 1);
  expect(failed).toMatchObject({ state: "queued", attempts: [{ status: 307 }] });
  expect(receiver.received).toMatchObject([{ url: HOOK, redirect: "manual" }]);
});

test("W45 the answer 410 disables the endpoint, and another endpoint gets an event about it", async () => {
  const gone = await newEndpoint();
  const other = await newEndpoint({ url: OTHER_HOOK });
  receiver.answers.push(new Response(null, { status: 410 }));
  const { id } = await sendTest(gone.id);
  expect(await afterAttempts(id, 1)).toMatchObject({ state: "failed" });
  const told = await until(async () => receiver.ofType("endpoint.disabled")[0]);
  expect(told.url).toBe(OTHER_HOOK);
  expect(await verifyWith(other.secret, told, Date.now())).toEqual({ ok: true });
  expect(JSON.parse(told.body).data).toMatchObject({ endpoint: gone.id });
  const endpoints = (await api("GET /webhooks")).items;
  expect(endpoints.find((one) => one.id === gone.id)).toMatchObject({
    state: "disabled",
    disabledReason: expect.stringContaining("410"),
  });
  const params = { endpoint: gone.id };
  const enabled = await api.response("PATCH /webhooks/{endpoint}", {
    params,
    body: { state: "enabled" },
  });
  expect(await enabled.json()).toMatchObject({ state: "enabled", disabledReason: null });
});

test("W46 a delivery is sent again on request, under the same id", async () => {
  const endpoint = await newEndpoint();
  const { id } = await sendTest(endpoint.id);
  await afterAttempts(id, 1);
  const replayed = await api.response("POST /deliveries/{delivery}/replay", {
    params: { delivery: id },
  });
  expect(replayed.status).toBe(202);
  expect(await afterAttempts(id, 2)).toMatchObject({ state: "delivered" });
  const [first, second] = receiver.received;
  expect(second?.headers.get("webhook-id")).toBe(first?.headers.get("webhook-id"));
  expect(second?.body).toBe(first?.body);
});

/** Sets the time at which the endpoint's first earlier secret expires. */
const endEarlierSecrets = (endpoint: string, first: number) =>
  env.DB.prepare(
    "update endpoint set earlier_secrets = json_set(earlier_secrets, '$[0].until', ?) where id = ?",
  )
    .bind(first, endpoint)
    .run();

test("W47 each earlier secret signs for a day after its rotation, even after several rotations", async () => {
  const first = await newEndpoint();
  const params = { endpoint: first.id };
  const rotate = async () => api("POST /webhooks/{endpoint}/secret", { params });
  const [second, third] = [await rotate(), await rotate()];
  const secrets = [first, second, third].map(({ secret }) => secret);
  expect(new Set(secrets).size).toBe(3);
  const holders = async () => {
    await afterAttempts((await sendTest(first.id)).id, 1);
    const message = receiver.received.at(-1);
    if (message === undefined) throw new Error("nothing was received");
    const verified = secrets.map((secret) => verifyWith(secret, message, Date.now()));
    return (await Promise.all(verified)).map(({ ok }) => ok);
  };
  expect(await holders()).toEqual([true, true, true]);
  const { results } = await env.DB.prepare(
    "select earlier_secrets as secrets from endpoint where id = ?",
  )
    .bind(first.id)
    .all<{ secrets: string }>();
  const earlier: { until: number }[] = JSON.parse(results[0]?.secrets ?? "[]");
  expect(earlier).toHaveLength(2);
  for (const { until } of earlier) expect(until - Date.now()).toBeGreaterThan(23 * 3_600_000);
  await endEarlierSecrets(first.id, 1);
  expect(await holders()).toEqual([false, true, true]);
});

test("W55 a rotation is refused while the maximum number of earlier secrets signs", async () => {
  const { id } = await newEndpoint();
  const params = { endpoint: id };
  const rotate = async () =>
    (await api.response("POST /webhooks/{endpoint}/secret", { params })).status;
  const answers = [];
  for (let turn = 0; turn <= MAX_EARLIER_SECRETS; turn++) answers.push(await rotate());
  expect(answers).toEqual([...Array(MAX_EARLIER_SECRETS).fill(200), 409]);
  await endEarlierSecrets(id, 1);
  expect(await rotate()).toBe(200);
});

test("W54 endpoints, test events and repeats of a delivery are limited, and the error gives the remedy", async () => {
  const { key } = await newProject();
  const own = clientOf(key);
  const url = "https://hooks.example.com/";
  const made = [];
  for (let turn = 0; turn < MAX_WEBHOOK_ENDPOINTS; turn++) {
    made.push((await own.response("POST /webhooks", { body: { url } })).status);
  }
  expect(new Set(made)).toEqual(new Set([201]));
  const beyond = await send("/v1/webhooks", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });
  expect(beyond.status).toBe(409);
  expect(await beyond.text()).toContain("Delete one first");
  const [endpoint] = (await own("GET /webhooks")).items;
  const params = { endpoint: endpoint?.id ?? "" };
  await own("PATCH /webhooks/{endpoint}", { params, body: { state: "disabled" } });
  const delivery = await own("POST /webhooks/{endpoint}/test", { params });
  await env.DB.prepare("update delivery set replays = ? where id = ?")
    .bind(MAX_REPLAYS_OF_DELIVERY - 1, delivery.id)
    .run();
  const again = async () =>
    (
      await own.response("POST /deliveries/{delivery}/replay", {
        params: { delivery: delivery.id },
      })
    ).status;
  expect([await again(), await again()]).toEqual([202, 409]);
});

test("W48 two wake-ups of one delivery send it once", async () => {
  const endpoint = await newEndpoint();
  const { id } = await sendTest(endpoint.id);
  await Promise.all([wake(2), wake(1)]);
  await afterAttempts(id, 1);
  expect(receiver.received).toHaveLength(1);
});

test("W57 an endpoint that failed gets one attempt at a time until a delivery succeeds", async () => {
  const endpoint = await newEndpoint();
  receiver.answers.push(new Response(null, { status: 500 }));
  const first = await sendTest(endpoint.id);
  await afterAttempts(first.id, 1);
  let [open, most] = [0, 0];
  const answers: (() => void)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    open += 1;
    most = Math.max(most, open);
    await new Promise<void>((answered) => answers.push(answered));
    open -= 1;
    return new Response(null, { status: 204 });
  });
  const later: string[] = [];
  for (let sent = 0; sent < 8; sent++) later.push((await sendTest(endpoint.id)).id);
  const answerNext = () => until(async () => answers.shift());
  (await answerNext())();
  expect(most).toBe(1);
  for (let sent = 1; sent < later.length; sent++) (await answerNext())();
  for (const id of later) expect(await afterAttempts(id, 1)).toMatchObject({ state: "delivered" });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});

test("W49 a disabled endpoint gets nothing, and the deliveries of a deleted one are deleted", async () => {
  const endpoint = await newEndpoint();
  const params = { endpoint: endpoint.id };
  await api("PATCH /webhooks/{endpoint}", { params, body: { state: "disabled" } });
  const { id } = await sendTest(endpoint.id);
  expect(await afterAttempts(id, 1)).toMatchObject({
    state: "failed",
    attempts: [{ status: null }],
  });
  expect(receiver.received).toEqual([]);
  expect((await api.response("DELETE /webhooks/{endpoint}", { params })).status).toBe(204);
  expect(
    (await api.response("GET /deliveries/{delivery}", { params: { delivery: id } })).status,
  ).toBe(404);
  expect((await api("GET /deliveries")).items).toEqual([]);
});

test("W50 a change of an endpoint changes only the fields that it names", async () => {
  const { id } = await newEndpoint({ description: "mine", events: ["report.ready"] });
  const change = async (json: Partial<CreateEndpoint>) =>
    api("PATCH /webhooks/{endpoint}", { params: { endpoint: id }, body: json });
  const asCreated = { url: HOOK, description: "mine", events: ["report.ready"], state: "enabled" };
  expect(await change({})).toMatchObject(asCreated);
  expect(await change({ url: OTHER_HOOK })).toMatchObject({ ...asCreated, url: OTHER_HOOK });
});

test("W51 deliveries are listed in pages, newest first, by endpoint and state", async () => {
  const [one, other] = [await newEndpoint(), await newEndpoint({ url: OTHER_HOOK })];
  const ids = [
    (await sendTest(one.id)).id,
    (await sendTest(other.id)).id,
    (await sendTest(one.id)).id,
  ];
  for (const id of ids) await afterAttempts(id, 1);
  const list = async (query: Input<"GET /deliveries">["query"]) =>
    api("GET /deliveries", { query });
  const idsOf = ({ items }: { items: Delivery[] }) => items.map(({ id }) => id);
  expect(idsOf(await list({})).sort()).toEqual([...ids].sort());
  expect(idsOf(await list({ endpoint: other.id }))).toEqual([ids[1]]);
  expect(idsOf(await list({ state: "failed" }))).toEqual([]);
  const first = await list({ limit: "2" });
  const rest = await list({ limit: "2", cursor: first.next ?? "" });
  expect([...idsOf(first), ...idsOf(rest)].sort()).toEqual([...ids].sort());
});

test("W52 an unreadable secret ends the delivery and disables the endpoint, with the remedy", async () => {
  const { id } = await newEndpoint();
  await env.DB.prepare("update endpoint set secret = 'v1.AAAA' where id = ?").bind(id).run();
  const { id: delivery } = await sendTest(id);
  const ended = await afterAttempts(delivery, 1);
  expect(ended).toMatchObject({
    state: "failed",
    attempts: [{ status: null, error: expect.stringContaining("SEALING_KEY") }],
  });
  expect(receiver.received).toEqual([]);
  const [endpoint] = (await api("GET /webhooks")).items;
  expect(endpoint).toMatchObject({
    state: "disabled",
    disabledReason: expect.stringContaining("Rotate the secret"),
  });
});

import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { WebhookPayload } from "../../src/protocol/api/webhook-payloads.ts";
import { ERROR_TYPES } from "../../src/protocol/error-types.ts";
import {
  checkChannelUrl,
  type MessageTarget,
  shortAddress,
} from "../../src/webhooks/channels/channel-address.ts";
import { channelBody } from "../../src/webhooks/channels/channel-message.ts";
import { lettersOf } from "../../src/webhooks/channels/letter.ts";
import { noticeOf } from "../../src/webhooks/channels/notice.ts";
import { attemptDelivery, type DeliveryDeps } from "../../src/webhooks/deliver.ts";
import {
  alertFired,
  attributionCompleted,
  type CaseWithVerdict,
  type ChangedFinding,
  findingChanged,
  healthCrossed,
  testMessage,
} from "../../src/webhooks/payloads.ts";
import { type ServiceAnswer, scriptedService } from "./support/scripted-service.ts";
import {
  DiscordMessage,
  MAX_TEAMS_BYTES,
  PagerDutyEvent,
  SlackMessage,
  TeamsMessage,
} from "./support/service-rules.ts";
import { webHmac } from "./support/web-hmac.ts";

const ORIGIN = { baseUrl: "https://memtrace.example.com", project: "prj_1" };
const AT = Date.UTC(2026, 0, 1);
const ROUTING_KEY = "0123456789abcdef0123456789abcdef";
const HOSTILE =
  "@everyone <!channel> <@U024BE7LH> <at>Boss</at> [free](https://evil.example) *b* `c` & <https://evil.example|click>";

const CASE: CaseWithVerdict = {
  ...{ id: "case_1", graph: "graph_1", finding: "fnd_1" },
  query: "Where did the sunflowers go?",
  prediction: "The memories do not say.",
  expected: ["in the blue vase"],
  attribution: {
    outcome: "attributed",
    errorType: "RetrievalError",
    ...{ subKind: "cut off", op: "op-31", opName: "search_vector_store", confidence: 0.94 },
    reason: "The search returned six other units.",
  },
};
const FINDING: ChangedFinding = {
  id: "fnd_1",
  errorType: "RetrievalError",
  ...{ opName: "search", system: "mem0", headline: "search did not return what was stored" },
};

type Service = MessageTarget;

const targets = (url: string): Service[] => [
  { kind: "slack", url },
  { kind: "teams", url },
  { kind: "discord", url },
  { kind: "pagerduty", url, routingKey: ROUTING_KEY },
];

const RULES = {
  slack: SlackMessage,
  teams: TeamsMessage,
  discord: DiscordMessage,
  pagerduty: PagerDutyEvent,
};

/** Answers of each service to a valid and to an invalid message, from its documentation. */
const ANSWERS: Record<Service["kind"], readonly [ServiceAnswer, ServiceAnswer]> = {
  slack: [
    { status: 200, body: "ok" },
    { status: 400, body: "invalid_blocks" },
  ],
  teams: [{ status: 202 }, { status: 400, body: "secret words" }],
  discord: [{ status: 204 }, { status: 400, body: '{"code": 50035}' }],
  pagerduty: [
    { status: 202, body: '{"status":"success"}' },
    { status: 400, body: '{"status":"invalid event"}' },
  ],
};

const deps = (): DeliveryDeps<AbortSignal> => ({
  fetch: (url, request) => fetch(url, request),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  ...{ now: Date.now, random: () => 0, hmac: webHmac },
  policy: { development: true, ownHosts: [] },
});

const deliver = (target: Service, payload: WebhookPayload) =>
  attemptDelivery(
    {
      ...{ id: "msg_1", url: target.url, payload: channelBody(payload, target) },
      receiver: { kind: "service", explains: target.kind !== "teams" },
      ...{ attemptsMade: 0, isFailing: false },
    },
    deps(),
  );

describe("delivery over HTTP to scripted services", () => {
  const services: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.close()));
  });
  const service = async (answer: (body: string) => ServiceAnswer) => {
    const made = await scriptedService(answer);
    services.push(made);
    return made;
  };

  test.each(["slack", "teams", "discord", "pagerduty"] as const)(
    "W61 a scripted %s accepts each event in its documented format, without a signature",
    async (kind) => {
      const [accepted, refused] = ANSWERS[kind];
      const { url, received } = await service((body) =>
        RULES[kind].safeParse(JSON.parse(body)).success ? accepted : refused,
      );
      const target = targets(url).find((one) => one.kind === kind) as Service;
      const payloads = [
        attributionCompleted(ORIGIN, CASE, AT),
        findingChanged(ORIGIN, "finding.opened", FINDING, AT),
        findingChanged(ORIGIN, "finding.closed", FINDING, AT),
        testMessage(ORIGIN, "chn_1", AT),
      ];
      for (const payload of payloads) {
        const result = await deliver(target, payload);
        expect(result).toMatchObject({
          kind: "delivered",
          attempt: { status: accepted.status, error: null },
        });
      }
      const [first] = received;
      expect(first?.method).toBe("POST");
      expect(first?.headers["content-type"]).toBe("application/json");
      expect(first?.headers["webhook-signature"]).toBeUndefined();
    },
  );

  test.each([
    [400, "exhausted"],
    [403, "exhausted"],
    [404, "gone"],
    [410, "gone"],
    [429, "retry"],
    [503, "retry"],
  ] as const)(
    "W62 a service's answer %i means %s, and the log keeps its words",
    async (status, kind) => {
      const { url } = await service(() => ({ status, body: "no_service" }));
      const result = await deliver({ kind: "slack", url }, testMessage(ORIGIN, "chn_1", AT));
      expect(result).toMatchObject({ kind, attempt: { status } });
      expect(result.attempt.error).toContain("It said: no_service");
    },
  );

  test("W62 the log does not keep the words of a workflow's answer, and no redirect is followed", async () => {
    const other = await service(() => ({ status: 200 }));
    const { url } = await service(() => ({
      ...{ status: 302, headers: { location: other.url }, body: "secret words" },
    }));
    const result = await deliver({ kind: "teams", url }, testMessage(ORIGIN, "chn_1", AT));
    expect(result.kind).toBe("retry");
    expect(result.attempt.error).not.toContain("secret words");
    expect(other.received).toEqual([]);
  });

  test("W62 a service may postpone the next attempt", async () => {
    const { url } = await service(() => ({ status: 429, headers: { "retry-after": "600" } }));
    const before = Date.now();
    const result = await deliver({ kind: "discord", url }, testMessage(ORIGIN, "chn_1", AT));
    expect((result.nextAttemptAt ?? 0) - before).toBeGreaterThanOrEqual(600_000);
  });
});

test("W63 a message shows the question, the answers, the cause, the reason and the link", () => {
  for (const target of targets("https://example.com/")) {
    const body = channelBody(attributionCompleted(ORIGIN, CASE, AT), target);
    // Discord shows `\_` as `_`.
    const shown = body.replaceAll("\\\\", "").replaceAll("\u200b", "");
    for (const part of [
      ...["Where did the sunflowers go?", "in the blue vase", "The memories do not say."],
      ...["RetrievalError at search_vector_store, confidence 94%", "six other units"],
      "https://memtrace.example.com/p/prj_1/cases/case_1",
    ]) {
      expect(shown).toContain(part);
    }
  }
});

test("W64 texts from traces mention nobody and make no link", () => {
  const hostile = attributionCompleted(
    ORIGIN,
    { ...CASE, query: HOSTILE, prediction: HOSTILE, expected: [HOSTILE] },
    AT,
  );
  const [slack, teams, discord] = targets("https://example.com/").map((target) =>
    channelBody(hostile, target),
  );
  expect(slack).not.toMatch(/<!|<@|<https:\/\/evil/);
  const facts = SlackMessage.parse(JSON.parse(slack ?? "")).blocks.slice(0, -1);
  expect(facts.every(({ text }) => text.type === "plain_text")).toBe(true);
  expect(teams).not.toContain("<at>");
  expect(teams).not.toContain('"TextBlock"');
  expect(discord).not.toContain("@everyone");
  expect(discord).not.toContain("[free]");
  expect(DiscordMessage.parse(JSON.parse(discord ?? "")).allowed_mentions).toEqual({ parse: [] });
  const [question] = DiscordMessage.parse(JSON.parse(discord ?? "")).embeds[0]?.fields ?? [];
  expect(question?.value).toContain("\\<@\u200bU024BE7LH\\>");
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 3_000 }),
  fc.constantFrom(
    "<".repeat(3_000),
    "*".repeat(3_000),
    "🌻".repeat(1_500),
    "",
    "@&<>\\".repeat(600),
    "\u0001".repeat(2_000),
    "_".repeat(2_000),
  ),
);

test("W65 any text is cut between whole characters to fit the limits of each service", () => {
  fc.assert(
    fc.property(
      anyText,
      anyText,
      anyText,
      fc.constantFrom(...ERROR_TYPES),
      (query, prediction, reason, errorType) => {
        const attribution = { ...CASE.attribution, errorType, opName: prediction, reason };
        const expected = [query, prediction, reason, query];
        const payload = attributionCompleted(
          ORIGIN,
          { ...CASE, query, prediction, expected, attribution },
          AT,
        );
        for (const target of targets("https://example.com/")) {
          const body = channelBody(payload, target);
          const parsed = RULES[target.kind].safeParse(JSON.parse(body));
          expect(parsed.error?.message).toBeUndefined();
          expect(body.isWellFormed()).toBe(true);
          if (target.kind === "teams") {
            expect(Buffer.byteLength(body)).toBeLessThan(MAX_TEAMS_BYTES);
          }
          if (target.kind === "slack") expect(body).not.toMatch(/&(?!amp;|lt;|gt;)/);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("W65 all lines of an alert together fit the limits of each service", () => {
  fc.assert(
    fc.property(anyText, anyText, (called, text) => {
      const name = called.slice(0, 100).trim() || "Alert";
      const lines = Array.from({ length: 20 }, () => text);
      const payload = alertFired(ORIGIN, { rule: "rul_1", name, headline: text, lines }, AT);
      for (const target of targets("https://example.com/")) {
        const body = channelBody(payload, target);
        const parsed = RULES[target.kind].safeParse(JSON.parse(body));
        expect(parsed.error?.message).toBeUndefined();
        if (target.kind !== "teams") continue;
        expect(Buffer.byteLength(body)).toBeLessThan(MAX_TEAMS_BYTES);
      }
    }),
    { numRuns: 60 },
  );
});

test("W66 PagerDuty gets one incident per finding, which is resolved when the finding is closed", () => {
  const target = targets("https://example.com/")[3] as Service;
  const events = [
    attributionCompleted(ORIGIN, CASE, AT),
    findingChanged(ORIGIN, "finding.opened", FINDING, AT),
    findingChanged(ORIGIN, "finding.reopened", FINDING, AT),
    findingChanged(ORIGIN, "finding.closed", FINDING, AT),
  ].map((payload) => PagerDutyEvent.parse(JSON.parse(channelBody(payload, target))));
  expect(new Set(events.map(({ dedup_key: key }) => key))).toEqual(new Set(["memtrace-fnd_1"]));
  expect(events.map(({ event_action: action }) => action)).toEqual([
    ...["trigger", "trigger", "trigger"],
    "resolve",
  ]);
  const undecided = {
    ...CASE.attribution,
    errorType: null,
    opName: null,
    confidence: null,
  };
  const other = attributionCompleted(
    ORIGIN,
    { ...CASE, finding: null, attribution: undecided },
    AT,
  );
  expect(JSON.parse(channelBody(other, target)).dedup_key).toBe("memtrace-case_1");
});

test("W98 PagerDuty gets one incident per crossed bound, which is resolved when the bound is met again", () => {
  const target = targets("https://example.com/")[3] as Service;
  const crossed = {
    ...{ bound: 0.8, days: 30, of: 100 },
    ...{ share: { value: 0.6, low: 0.5, high: 0.7 }, headline: "Facts still in memory: 60%" },
  } as const;
  const events = (["crossed", "met"] as const)
    .map((state) => healthCrossed(ORIGIN, { ...crossed, figure: "survival", state }, AT))
    .map((payload) => PagerDutyEvent.parse(JSON.parse(channelBody(payload, target))));
  expect(new Set(events.map(({ dedup_key: key }) => key))).toEqual(
    new Set(["memtrace-health-prj_1-survival"]),
  );
  expect(events.map(({ event_action: action }) => action)).toEqual(["trigger", "resolve"]);
});

describe("addresses of channels", () => {
  const policy = { development: false, ownHosts: [] };
  test.each([
    ["slack", "https://hooks.slack.com/services/T000/B000/abcdefgh"],
    [
      "teams",
      "https://prod-1.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/x?sig=s",
    ],
    [
      "teams",
      "https://d.e.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1/x",
    ],
    ["discord", "https://discord.com/api/webhooks/123/token"],
    ["pagerduty", "https://events.eu.pagerduty.com/v2/enqueue"],
  ] as const)("W69 a channel of %s accepts %s", (kind, url) => {
    expect(checkChannelUrl(kind, url, policy).ok).toBe(true);
  });

  test.each([
    ["slack", "https://hooks.slack.com.evil.example.com/services/T/B/x"],
    ["slack", "https://discord.com/api/webhooks/123/token"],
    ["slack", "http://hooks.slack.com/services/T/B/x"],
    ["slack", "https://hooks.slack.com:8443/services/T/B/x"],
    ["slack", "https://user@hooks.slack.com/services/T/B/x"],
    ["slack", "https://hooks.slack.com/"],
    ["teams", "https://logic.azure.com.evil.example.com/workflows/1"],
    ["teams", "https://evillogic.azure.com/workflows/1"],
    ["discord", "https://discord.com/invite/x"],
    ["pagerduty", "https://127.0.0.1/v2/enqueue"],
    ["pagerduty", "http://localhost/v2/enqueue"],
  ] as const)("W69 a channel of %s refuses %s", (kind, url) => {
    expect(checkChannelUrl(kind, url, policy).ok).toBe(false);
  });
});

test("W67 the shown address has only the last four characters of the secret", () => {
  const slack = "https://hooks.slack.com/services/T000/B000/abcdefgh";
  expect(shortAddress({ kind: "slack", url: slack })).toBe("https://hooks.slack.com/…efgh");
  const workflow = "https://a.logic.azure.com/workflows/1/triggers/x?sig=topsecret&sv=1";
  expect(shortAddress({ kind: "teams", url: workflow })).toBe("https://a.logic.azure.com/…cret");
  const pager = { kind: "pagerduty", url: "https://events.pagerduty.com/v2/enqueue" } as const;
  expect(shortAddress({ ...pager, routingKey: ROUTING_KEY })).toBe(
    "https://events.pagerduty.com/…cdef",
  );
});

test("W68 an e-mail channel makes one e-mail per recipient, with a subject of one line", () => {
  const payload = findingChanged(
    ORIGIN,
    "finding.opened",
    { ...FINDING, headline: "a\r\nBcc: x" },
    AT,
  );
  const letters = lettersOf(noticeOf(payload), "msg_1", ["ann@example.com", "bob@example.com"]);
  expect(letters.map(({ to }) => to)).toEqual(["ann@example.com", "bob@example.com"]);
  expect(new Set(letters.map(({ id }) => id)).size).toBe(2);
  for (const { subject, url } of letters) {
    expect(subject).not.toMatch(/[\r\n]/);
    expect(url).toBe("https://memtrace.example.com/p/prj_1/findings/fnd_1");
  }
});

import { expect, test } from "vitest";
import { disableReason } from "../../src/webhooks/endpoint-health.ts";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 0, 10);

test("W17 three failed deliveries over five days disable an endpoint", () => {
  expect(disableReason({ deliveries: 3, since: NOW - 5 * DAY }, NOW)).toBe(
    "The last 3 deliveries failed in every attempt; none was received since 2026-01-05.",
  );
});

test.each([
  ["nothing failed", 0, null],
  ["two deliveries in a long time", 2, NOW - 30 * DAY],
  ["many deliveries in less than five days", 500, NOW - 5 * DAY + 1],
])("W17 the service does not disable an endpoint after this: %s", (_, deliveries, since) => {
  expect(disableReason({ deliveries, since }, NOW)).toBeNull();
});

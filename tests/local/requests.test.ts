import { afterEach, expect, it, vi } from "vitest";
import { answerTo } from "../../src/local/client/requests.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that accepts the request and never answers. */
const silent: typeof fetch = (_, init) =>
  new Promise((_answer, fail) => {
    init?.signal?.addEventListener("abort", () => fail(init.signal?.reason));
  });

it("K27 the command reports an answer that begins late, and gives up after two minutes", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", silent);
  const told: [number, number][] = [];
  const asked = answerTo(
    {
      url: "http://127.0.0.1:8787",
      headers: () => ({}),
      onSilence: (seconds, atMost) => told.push([seconds, atMost]),
    },
    { method: "GET", path: "/v1/whoami" },
  );
  const failed = expect(asked).rejects.toThrow("http://127.0.0.1:8787 does not answer: timed out.");
  await vi.advanceTimersByTimeAsync(19_000);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([[20, 120]]);
  await vi.advanceTimersByTimeAsync(100_000);
  await failed;
  expect(told).toHaveLength(1);
});

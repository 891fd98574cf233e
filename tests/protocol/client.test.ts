import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asked, clientOf, requestOf } from "../../src/protocol/routes/client.ts";

/** A URL cannot have "." or ".." as a segment, however it is encoded. */
const ANY_TEXT = fc
  .string({ unit: "binary", minLength: 1 })
  .filter((text) => text !== "." && text !== "..");

describe("client of the declared routes", () => {
  it("U80 the client sends any id and any parameter to the service unchanged", () => {
    fc.assert(
      fc.property(ANY_TEXT, ANY_TEXT, (graph, cursor) => {
        const { path } = requestOf("GET /graphs/{graph}/live", {
          params: { graph },
          query: { cursor },
        });
        const url = new URL(path, "http://memtrace.test");
        const segments = url.pathname.split("/");
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[3] ?? "")).toBe(graph.toWellFormed());
        expect(url.searchParams.get("cursor")).toBe(cursor.toWellFormed());
      }),
    );
  });

  it("U80 the client repeats the parameter for a list, and leaves out a parameter without a value", () => {
    const params = { graph: "g", operation: "o" };
    const query = { first: ["a", "b&c"], project: "" };
    const { path } = requestOf("GET /graphs/{graph}/operations/{operation}", { params, query });
    expect(path).toBe("/v1/graphs/g/operations/o?first=a&first=b%26c");
  });

  it("U80 a call sends the method, the path and the body of its route", async () => {
    const sent: Asked[] = [];
    const call = clientOf(async (asked) => {
      sent.push(asked);
    });
    const body = { name: "Reader", scopes: ["read" as const] };
    await call("POST /keys", { query: { project: "prj" }, body });
    await call("GET /whoami");
    expect(sent).toEqual([
      { method: "POST", path: "/v1/keys?project=prj", body },
      { method: "GET", path: "/v1/whoami" },
    ]);
  });
});

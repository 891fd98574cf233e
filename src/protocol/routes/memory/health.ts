import * as z from "zod";
import { Page } from "../../api/api.ts";
import { HealthQuery, MemoryHealth } from "../../api/explorer/health.ts";
import { HealthBounds, PutHealthBounds } from "../../api/explorer/health-bounds.ts";
import { FactQuery, MessageFact } from "../../api/explorer/survival.ts";
import { declare, json, jsonBody, PageQuery, UNCHANGED } from "../declaration.ts";

const tags = ["Memory health"];

export const showHealth = declare("read", [], {
  method: "get",
  path: "/memory/health",
  tags,
  summary:
    "Show the share of users' facts that is still in memory, and the operations that lost the others",
  description:
    "Facts are times, numbers, names and statements in messages. The tracer follows each fact from its message to the end of the graph. A graph is counted after its wrong answers were attributed, when it has received no events for ten minutes, and when its ledger is listed without a filter. `shares` has the shares of units and searches with a problem. `memory.uncounted` has the number of graphs that were never counted.",
  request: { query: HealthQuery },
  responses: { 200: json(MemoryHealth, "The figures."), ...UNCHANGED },
});

export const listFacts = declare("read", ["not_found", "too_costly"], {
  method: "get",
  path: "/graphs/{graph}/facts",
  tags,
  summary: "List the facts that the messages of a graph state, and what became of them",
  description:
    "In the order of the messages. A fact is `kept` if a memory unit states it at the end, `lost` if an operation dropped it or removed its unit, and `not-read` if no operation on a path to the memory read it.",
  request: { params: z.object({ graph: z.string() }), query: FactQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(MessageFact), "One page of the facts."), ...UNCHANGED },
});

export const listHealthBounds = declare("read", [], {
  method: "get",
  path: "/memory/health/bounds",
  tags,
  summary: "List the bounds of memory health, and which of them are crossed",
  responses: { 200: json(HealthBounds, "The bounds, by figure.") },
});

export const putHealthBounds = declare("admin", [], {
  method: "put",
  path: "/memory/health/bounds",
  audit: { action: "health_bound.update", shown: ["bounds"] },
  tags,
  summary: "Set the bounds of memory health",
  description:
    "Each figure is compared with its bound once an hour. A bound is crossed if the figure has at least 30 facts, units or searches and its whole 95% interval lies beyond the bound. A crossed bound is met again as soon as the share itself is within the bound. Both changes send the event `health.crossed`.",
  request: { body: jsonBody(PutHealthBounds) },
  responses: { 200: json(HealthBounds, "The bounds after the change.") },
});

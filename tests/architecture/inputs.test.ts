/** What every declared input has to bound, because a sender decides how long it is. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { NewItem } from "../../src/protocol/api/experiments.ts";
import { TraceEvent } from "../../src/protocol/events/events.ts";
import { LiveAck } from "../../src/protocol/events/live.ts";
import { PEOPLE_ENDPOINTS } from "../../src/protocol/people.ts";
import type { Declaration } from "../../src/protocol/routes/declaration.ts";

const ROUTES = resolve(import.meta.dirname, "../../src/protocol/routes");

interface Input {
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

async function inputs(): Promise<Input[]> {
  const found: Input[] = [
    { name: "event", schema: TraceEvent },
    { name: "dataset item", schema: NewItem },
    { name: "acknowledgement", schema: LiveAck },
    ...Object.entries(PEOPLE_ENDPOINTS).map(([name, schema]) => ({ name, schema })),
  ];
  for (const file of readdirSync(ROUTES, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const declared: object = await import(join(ROUTES, file));
    for (const route of Object.values(declared).filter(isDeclaration)) {
      const { method, path, request } = route.contract;
      const name = `${method.toUpperCase()} ${path}`;
      const bodies = Object.values(request?.body?.content ?? {}).map(({ schema }) => schema);
      for (const schema of [request?.params, request?.query, ...bodies]) {
        if (schema !== undefined) found.push({ name, schema });
      }
    }
  }
  return found;
}

function isDeclaration(value: unknown): value is Declaration {
  return typeof value === "object" && value !== null && "contract" in value;
}

/** The places of the lists without a maximum, also inside unions, pipes and lazy parts. */
function unbounded(
  schema: z.core.$ZodType,
  place: string,
  seen = new Set<z.core.$ZodType>(),
): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (part: z.core.$ZodType, name = "") => unbounded(part, place + name, seen);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "array": {
      const checks = (def.checks ?? []).map(({ _zod }) => _zod.def.check);
      const own = checks.includes("max_length") ? [] : [place];
      return [...own, ...inner(def.element, "[]")];
    }
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => inner(field, `.${key}`));
    case "record": {
      const isOfAnything = def.valueType._zod.def.type === "unknown";
      const takesAnyName = (def.keyType._zod.def.checks ?? []).length === 0;
      return isOfAnything && takesAnyName ? [] : [place];
    }
    case "map":
    case "set":
      return [place];
    case "tuple":
      return [...def.items.flatMap((item) => inner(item)), ...(def.rest === null ? [] : [place])];
    case "union":
      return def.options.flatMap((option) => inner(option));
    case "intersection":
      return [...inner(def.left), ...inner(def.right)];
    case "pipe": {
      const isCounted = def.in._zod.def.type === "transform" && issuesOfWrongRecord(schema) === 1;
      return isCounted ? [] : [...inner(def.in), ...inner(def.out)];
    }
    case "lazy":
      return inner(def.getter());
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "catch":
    case "readonly":
    case "nonoptional":
      return inner(def.innerType);
    default:
      return [];
  }
}

const WRONG_RECORD = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}`, {}]));

function issuesOfWrongRecord(schema: z.core.$ZodType): number {
  const read = z.core.safeParse(schema, WRONG_RECORD);
  return read.success ? 0 : read.error.issues.length;
}

test("H280 every list of an input has a maximum", async () => {
  const found = await inputs();
  expect(found.length).toBeGreaterThan(60);
  const places = found.flatMap(({ name, schema }) => unbounded(schema, name));
  expect([...new Set(places)]).toEqual([]);
});

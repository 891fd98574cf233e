/** Every declared input must be bounded, because its sender decides how long it is. */
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
  for (const { contract } of await declarations()) {
    const { method, path, request } = contract;
    const name = `${method.toUpperCase()} ${path}`;
    const bodies = Object.values(request?.body?.content ?? {}).map(({ schema }) => schema);
    for (const schema of [request?.params, request?.query, ...bodies]) {
      if (schema !== undefined) found.push({ name, schema });
    }
  }
  return found;
}

async function declarations(): Promise<Declaration[]> {
  const found: Declaration[] = [];
  for (const file of readdirSync(ROUTES, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const declared: object = await import(join(ROUTES, file));
    found.push(...Object.values(declared).filter(isDeclaration));
  }
  return found;
}

function isDeclaration(value: unknown): value is Declaration {
  return typeof value === "object" && value !== null && "contract" in value;
}

/** Returns the places of the lists without a maximum, also inside unions, pipes and lazy parts. */
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

/**
 * Returns the places of the texts without a maximum. A text with a format (such as a date) or a
 * pattern counts as bounded. Texts of events and dataset items have no maximum, because the service
 * cuts them and marks the cut.
 */
function unboundedTexts(
  schema: z.core.$ZodType,
  place: string,
  seen = new Set<z.core.$ZodType>(),
): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (part: z.core.$ZodType, name = "") => unboundedTexts(part, place + name, seen);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string": {
      const checks = (def.checks ?? []).map(({ _zod }) => _zod.def.check);
      const hasForm = "format" in def || checks.includes("string_format");
      return hasForm || checks.includes("max_length") ? [] : [place];
    }
    case "array":
      return inner(def.element, "[]");
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => inner(field, `.${key}`));
    case "record":
      return [...inner(def.keyType, "{}"), ...inner(def.valueType, "{}")];
    case "tuple":
      return def.items.flatMap((item) => inner(item));
    case "union":
      return def.options.flatMap((option) => inner(option));
    case "intersection":
      return [...inner(def.left), ...inner(def.right)];
    case "pipe":
      return [...inner(def.in), ...inner(def.out)];
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

test("H316 every text of a JSON body has a maximum", async () => {
  const places: string[] = [];
  let count = 0;
  for (const { contract } of await declarations()) {
    const { method, path, request } = contract;
    const schema = request?.body?.content["application/json"]?.schema;
    if (schema === undefined || isStream(schema)) continue;
    count += 1;
    places.push(...unboundedTexts(schema, `${method.toUpperCase()} ${path}`));
  }
  expect(count).toBeGreaterThan(25);
  expect(places).toEqual([]);
});

/**
 * Whether the body is declared as text. The operation then reads it in parts and bounds it itself.
 */
function isStream(schema: z.ZodType): boolean {
  return schema.type === "string";
}

test("H317 every POST declares whether it can be repeated", async () => {
  const declared = await declarations();
  const posts = declared.filter(({ contract }) => contract.method === "post");
  expect(posts.length).toBeGreaterThan(30);
  const undecided = posts.filter(({ contract }) => typeof contract.isRepeatable !== "boolean");
  expect(undecided.map(({ contract }) => contract.path)).toEqual([]);
});

test("H280 every list of an input has a maximum", async () => {
  const found = await inputs();
  expect(found.length).toBeGreaterThan(60);
  const places = found.flatMap(({ name, schema }) => unbounded(schema, name));
  expect([...new Set(places)]).toEqual([]);
});

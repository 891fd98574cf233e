/**
 * Finds undeclared fields. If a misspelled filter were ignored, a request would read, change or
 * delete too much.
 */
import * as z from "zod";
import { nearest } from "./nearest.ts";

/** Maximum characters of a sent name that a message repeats. */
const MAX_NAME_CHARS = 100;

/** One sentence per field: its name, the likely intended name, and the known names. */
export function unknownFields(schema: z.ZodType, value: unknown): readonly string[] {
  return fieldsBeyond(schema, value, []);
}

/** @param path path of the object that holds the name */
export function isNotKnown(name: string, known: readonly string[], path = ""): string {
  const shown = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  const meant = nearest(name, known);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return `${path}${shown}: is not known here.${hint} Known are: ${known.join(", ") || "none"}.`;
}

/** Whether a query parameter may be repeated. */
export function takesSeveral(schema: z.ZodType): boolean {
  return within(schema) instanceof z.ZodArray;
}

type Path = readonly (string | number)[];

function fieldsBeyond(declared: z.ZodType, value: unknown, path: Path): string[] {
  const schema = within(declared);
  if (typeof value !== "object" || value === null) return [];
  if (schema instanceof z.ZodUnion) {
    const taken = schema.options.find((option) => takes(schema, asType(option), value));
    // If no option accepts the value, its own validation explains the error.
    return taken === undefined ? [] : fieldsBeyond(asType(taken), value, path);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const inner = elementOf(schema, index);
      return inner === undefined ? [] : fieldsBeyond(inner, item, [...path, index]);
    });
  }
  return Object.entries(value).flatMap(([name, field]) => {
    if (schema instanceof z.ZodRecord) {
      return fieldsBeyond(asType(schema.valueType), field, [...path, name]);
    }
    if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return [];
    const { shape } = schema;
    return Object.hasOwn(shape, name)
      ? fieldsBeyond(asType(shape[name]), field, [...path, name])
      : [isNotKnown(name, Object.keys(shape), path.map((step) => `${step}.`).join(""))];
  });
}

/**
 * For options with a discriminating field, that field decides, because other fields may be
 * misspelled.
 */
function takes(union: z.ZodUnion, option: z.ZodType, value: object): boolean {
  if (!(union instanceof z.ZodDiscriminatedUnion && option instanceof z.ZodObject)) {
    return option.safeParse(value).success;
  }
  const { discriminator } = union.def;
  const given = Object.entries(value).find(([name]) => name === discriminator)?.[1];
  return asType(option.shape[discriminator]).safeParse(given).success;
}

function elementOf(schema: z.ZodType, index: number): z.ZodType | undefined {
  if (schema instanceof z.ZodArray) return asType(schema.element);
  return schema instanceof z.ZodTuple ? asType(schema.def.items[index]) : undefined;
}

/** The schema of the input, without its wrappers. */
function within(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  ) {
    return within(asType(schema.unwrap()));
  }
  if (schema instanceof z.ZodPipe) {
    const isPrepared = schema.in instanceof z.ZodTransform;
    return within(asType(isPrepared ? schema.out : schema.in));
  }
  return schema;
}

/** Zod types inner schemas as its core's; here `zod` itself makes them all. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("not a schema of zod");
}

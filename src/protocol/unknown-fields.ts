/**
 * Finds undeclared fields. If the API ignored a misspelled filter, a request might read, change or
 * delete too much.
 */
import * as z from "zod";
import { nearest } from "./nearest.ts";

/** Maximum characters of an undeclared name to repeat in the message. */
const MAX_NAME_CHARS = 100;

/**
 * Yields one sentence per undeclared field: its name, the name that the sender probably meant, and
 * the known names. A body can contain very many such fields, so callers stop after a few sentences.
 */
export function unknownFields(schema: z.ZodType, value: unknown): Generator<string> {
  return fieldsBeyond(schema, value, []);
}

/** @param path path of the object that contains the name */
export function isNotKnown(name: string, known: readonly string[], path = ""): string {
  const shown = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  const meant = nearest(name, known);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return `${path}${shown}: is not known here.${hint} Known names: ${known.join(", ") || "none"}.`;
}

/** Whether a query parameter can be repeated. */
export function takesSeveral(schema: z.ZodType): boolean {
  return within(schema) instanceof z.ZodArray;
}

type Path = readonly (string | number)[];

function* fieldsBeyond(declared: z.ZodType, value: unknown, path: Path): Generator<string> {
  const schema = within(declared);
  if (typeof value !== "object" || value === null) return;
  if (schema instanceof z.ZodUnion) {
    const taken = schema.options.find((option) => takes(schema, asType(option), value));
    // If no option of the union accepts the value, report no unknown fields here. The schema's own
    // validation explains the error.
    if (taken !== undefined) yield* fieldsBeyond(asType(taken), value, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const inner = elementOf(schema, index);
      if (inner !== undefined) yield* fieldsBeyond(inner, item, [...path, index]);
    }
  } else {
    for (const [name, field] of Object.entries(value)) {
      if (schema instanceof z.ZodRecord) {
        yield* fieldsBeyond(asType(schema.valueType), field, [...path, name]);
      } else if (schema instanceof z.ZodObject && schema.def.catchall === undefined) {
        yield* fieldBeyond(schema.shape, name, field, path);
      }
    }
  }
}

function* fieldBeyond(shape: z.ZodRawShape, name: string, field: unknown, path: Path) {
  if (Object.hasOwn(shape, name)) yield* fieldsBeyond(asType(shape[name]), field, [...path, name]);
  else yield isNotKnown(name, Object.keys(shape), path.map((step) => `${step}.`).join(""));
}

/**
 * Whether the sender probably meant this option of the union. In some unions, one field, such as
 * `type`, names the option. Then only this field is compared, because the names of the other fields
 * can be misspelled. In other unions, the option must accept the whole value.
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

/** Returns the schema inside its wrappers, such as `optional`. */
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

/** zod declares inner schemas with its core's type, but all schemas here are full zod schemas. */
function asType(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("not a schema of zod");
}

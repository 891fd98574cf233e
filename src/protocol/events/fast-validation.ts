/**
 * Derives a quick check from a schema. If the quick check passes, the schema accepts the value
 * unchanged. If it fails, only the schema can decide.
 */
import type * as z from "zod";

export type Check = (value: unknown) => boolean;

/**
 * For schemas of these types, the quick check can test limits, such as a maximum length. If a
 * schema of another type has a limit, its quick check always fails.
 */
const WITH_CHECKS: ReadonlySet<string> = new Set(["string", "number", "array"]);
const never: Check = () => false;
const always: Check = () => true;

/**
 * Returns the quick check of a schema. If a part of the schema is of a kind that this file does not
 * know, the quick check of this part always fails.
 */
export function isCertainlyValid(schema: z.core.$ZodType): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isFormat = "check" in def;
  const isConverted = "coerce" in def && def.coerce === true;
  const isChecked = (def.checks ?? []).length > 0 && !WITH_CHECKS.has(def.type);
  if (isFormat || isConverted || isChecked) return never;
  switch (def.type) {
    case "string":
      return textCheck(def.checks ?? []);
    case "number":
      return numberCheck(def.checks ?? []);
    case "boolean":
      return (value) => typeof value === "boolean";
    case "unknown":
      return always;
    case "literal":
      return oneOf(def.values);
    case "enum":
      return oneOf(Object.values(def.entries));
    case "optional":
      return isCertainlyValid(def.innerType);
    case "nullable":
      return either([(value) => value === null, isCertainlyValid(def.innerType)]);
    case "union":
      return either(def.options.map(isCertainlyValid));
    case "array":
      return arrayCheck(isCertainlyValid(def.element), def.checks ?? []);
    case "record":
      return def.valueType._zod.def.type === "unknown" ? isRecord : never;
    case "object":
      return objectCheck(def.shape);
    default:
      return never;
  }
}

function textCheck(checks: readonly z.core.$ZodCheck<never>[]): Check {
  const patterns: RegExp[] = [];
  let shortest = 0;
  let longest = Number.POSITIVE_INFINITY;
  for (const { _zod } of checks) {
    const def = _zod.def as z.core.$ZodChecks["_zod"]["def"];
    if (def.check === "min_length") shortest = Math.max(shortest, def.minimum);
    else if (def.check === "max_length") longest = Math.min(longest, def.maximum);
    else if (def.check === "string_format" && def.format === "regex" && def.pattern) {
      patterns.push(def.pattern);
    } else return never;
  }
  // Remember the last valid text: neighbouring events usually have the same graph, session and
  // category.
  let last: string | undefined;
  return (value) => {
    if (typeof value !== "string") return false;
    if (value === last) return true;
    if (value.length < shortest || value.length > longest) return false;
    if (!patterns.every((pattern) => pattern.test(value))) return false;
    if (patterns.length > 0) last = value;
    return true;
  };
}

function numberCheck(checks: readonly z.core.$ZodCheck<never>[]): Check {
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  let isWhole = false;
  for (const { _zod } of checks) {
    const def = _zod.def as z.core.$ZodChecks["_zod"]["def"];
    if (def.check === "number_format" && def.format === "safeint") isWhole = true;
    else if (def.check === "greater_than" && def.inclusive)
      least = Math.max(least, +`${def.value}`);
    else if (def.check === "less_than" && def.inclusive) most = Math.min(most, +`${def.value}`);
    else return never;
  }
  return (value) =>
    typeof value === "number" &&
    (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
    value >= least &&
    value <= most;
}

function oneOf(values: readonly unknown[]): Check {
  const known = new Set(values);
  return (value) => known.has(value);
}

function either(checks: readonly Check[]): Check {
  return (value) => checks.some((check) => check(value));
}

function arrayCheck(element: Check, checks: readonly z.core.$ZodCheck<never>[]): Check {
  let most = Number.POSITIVE_INFINITY;
  for (const { _zod } of checks) {
    const def = _zod.def as z.core.$ZodChecks["_zod"]["def"];
    if (def.check !== "max_length") return never;
    most = Math.min(most, def.maximum);
  }
  return (value) => Array.isArray(value) && value.length <= most && value.every(element);
}

/**
 * Fails for a record with the key `__proto__`. The schema would not return such a record unchanged:
 * its copy lacks this key.
 */
const isRecord: Check = (value) => isObject(value) && !Object.hasOwn(value, "__proto__");

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectCheck(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const fields = new Map(
    Object.entries(shape).map(([key, field]) => [key, isCertainlyValid(field)]),
  );
  const required = Object.keys(shape).filter((key) => shape[key]?._zod.optin !== "optional");
  return (value) => {
    if (!isObject(value)) return false;
    for (const key in value) {
      const check = fields.get(key);
      if (check === undefined || !check(value[key])) return false;
    }
    return required.every((key) => Object.hasOwn(value, key));
  };
}

/**
 * Rules for ids and names in events, as checks for any text schema. They use zod/mini, because the
 * command line needs them too.
 */
import * as z from "zod/mini";
import { MAX_GRAPH_ID_CHARS, MAX_NAME_CHARS } from "../limits.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule refuses them
const NO_CONTROL = /^[^\u0000-\u001f\u007f]+$/;
export const idRules = [
  z.minLength(1),
  z.maxLength(MAX_NAME_CHARS),
  z.regex(NO_CONTROL, "must not contain control characters"),
] as const;
/** A name in a URL must not be `.` or `..`, because clients remove such path segments. */
export const ADDRESSABLE = /^(?!\.{1,2}$)/;
export const NOT_ADDRESSABLE =
  'must not be "." or "..", which no URL path can contain: put a prefix before it';
/**
 * Rules for a graph's id, which becomes a Durable Object's name. The platform would change a name
 * with half a surrogate pair.
 */
export const graphIdRules = [
  ...idRules,
  z.maxLength(MAX_GRAPH_ID_CHARS),
  z.regex(/^\P{Surrogate}+$/u, "must not contain half a surrogate pair"),
  z.regex(ADDRESSABLE, NOT_ADDRESSABLE),
] as const;

/**
 * The rules for ids and names in events, as checks for any text schema. The checks use zod/mini,
 * because the command line needs the checks too.
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
/**
 * Names that appear in URLs must not be `.` or `..`, because clients treat `.` and `..` as path
 * segments.
 */
export const ADDRESSABLE = /^(?!\.{1,2}$)/;
export const NOT_ADDRESSABLE =
  'must not be "." or "..", which no URL path can contain: put a prefix before it';
/**
 * Rules for a graph's id, which becomes the name of a Durable Object. The name must not contain
 * half a surrogate pair, because the platform would change the name.
 */
export const graphIdRules = [
  ...idRules,
  z.maxLength(MAX_GRAPH_ID_CHARS),
  z.regex(/^\P{Surrogate}+$/u, "must not contain half a surrogate pair"),
  z.regex(ADDRESSABLE, NOT_ADDRESSABLE),
] as const;

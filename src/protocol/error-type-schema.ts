/**
 * Schemas for `error-types.ts`. The command line loads that file and must not load zod, so the
 * schemas are in their own file.
 */
import * as z from "zod";
import { ALL_SUB_KINDS, ERROR_TYPES, OUTCOMES } from "./error-types.ts";

export const ErrorType = z.enum(ERROR_TYPES);
export const Outcome = z.enum(OUTCOMES);
export const SubKind = z.enum(ALL_SUB_KINDS);

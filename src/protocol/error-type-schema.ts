/** Schemas for `error-types.ts`. In their own file, because the command line loads no validator. */
import * as z from "zod";
import { ALL_SUB_KINDS, ERROR_TYPES, OUTCOMES } from "./error-types.ts";

export const ErrorType = z.enum(ERROR_TYPES);
export const Outcome = z.enum(OUTCOMES);
export const SubKind = z.enum(ALL_SUB_KINDS);

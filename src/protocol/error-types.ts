import * as z from "zod";

/** What can be wrong about an answer. The first five are the memory's fault, the last two are not. */
export const ERROR_TYPES = [
  "ExtractionError",
  "UpdateError",
  "DeletionError",
  "RetrievalError",
  "ResponseError",
  "AnnotationError",
  "JudgeError",
] as const;

export const ErrorType = z.enum(ERROR_TYPES);
export type ErrorType = z.infer<typeof ErrorType>;

import * as z from "zod";
import { ERROR_STATUS, type ErrorCode } from "./error-codes.ts";

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      docs: z.string().describe("page that explains the code"),
      requestId: z.string(),
    }),
  })
  .meta({ id: "Error" });

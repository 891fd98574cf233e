/** The metadata that an app sends when it registers (RFC 7591). Unknown fields are ignored. */
import * as z from "zod";

const MAX_ADDRESSES = 50;
const MAX_CHARS = 2_000;

export const AppMetadata = z.object(
  {
    client_name: z.string().max(MAX_CHARS).default(""),
    redirect_uris: z.array(z.string().max(MAX_CHARS)).min(1).max(MAX_ADDRESSES),
    grant_types: z
      .array(z.string())
      .refine((types) => types.includes("authorization_code"), "must contain authorization_code")
      .optional(),
    response_types: z
      .array(z.string())
      .refine((types) => types.includes("code"), "must contain code")
      .optional(),
  },
  { error: "must be a JSON object" },
);

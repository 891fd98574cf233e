/** Apps that act for people in a project. The project's admins see them. */
import * as z from "zod";
import { CONNECTION_SCOPES } from "../../people/connections.ts";

const Time = z.iso.datetime();

export const ConnectedApp = z
  .object({
    id: z.string(),
    app: z.string().describe("the name that the app gave itself; nobody has checked it"),
    person: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .describe("for whom the app acts"),
    scopes: z.array(z.enum(CONNECTION_SCOPES)),
    createdAt: Time,
    lastUsedAt: Time.nullable().describe(
      "exact to the hour; null if the app never used its access",
    ),
  })
  .meta({ id: "ConnectedApp" });
export type ConnectedApp = z.infer<typeof ConnectedApp>;

/** Public links: one case, report or view that anyone with the link can read. */
import * as z from "zod";

const Time = z.iso.datetime();

export const LinkKind = z.enum(["case", "report", "view"]);

export const MAX_LINK_DAYS = 90;

export const PublicLink = z
  .object({
    id: z.string(),
    kind: LinkKind,
    target: z.string().describe("id of the case, report or view"),
    name: z
      .string()
      .nullable()
      .describe(
        "the case's question, the report's days or the view's name; null if it does not exist anymore",
      ),
    showsProject: z.boolean().describe("whether the page shows the project's name"),
    createdBy: z.string().describe("name of the person or key that made it"),
    createdAt: Time,
    expiresAt: Time,
    lastOpenedAt: Time.nullable().describe("exact to the minute; null if nobody has opened it"),
  })
  .meta({ id: "PublicLink" });

export const PublicLinkWithAddress = PublicLink.extend({
  url: z.string().describe("URL of the page; shown only once"),
}).meta({ id: "PublicLinkWithAddress" });

export const CreateLink = z
  .object({
    kind: LinkKind,
    target: z.string().min(1).max(200),
    days: z
      .number()
      .int()
      .min(1)
      .max(MAX_LINK_DAYS)
      .default(7)
      .describe("number of days until it expires"),
    showsProject: z.boolean().default(false),
  })
  .meta({ id: "CreateLink" });

export const LinkFilter = z.object({
  kind: LinkKind.optional(),
  target: z.string().optional().describe("id of the case, report or view"),
});

export type LinkKind = z.infer<typeof LinkKind>;
export type PublicLink = z.infer<typeof PublicLink>;
export type PublicLinkWithAddress = z.infer<typeof PublicLinkWithAddress>;
export type LinkFilter = z.infer<typeof LinkFilter>;

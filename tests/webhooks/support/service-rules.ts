/** The documented rules of each service for a message, as validators for the scripted services. */
import * as z from "zod";

const SlackPlain = z.strictObject({
  type: z.literal("plain_text"),
  text: z.string().min(1).max(3_000),
  emoji: z.boolean(),
});
const SlackMarkup = z.strictObject({
  type: z.literal("mrkdwn"),
  text: z.string().min(1).max(3_000),
  verbatim: z.literal(true),
});
export const SlackMessage = z.strictObject({
  text: z.string().min(1).max(4_000),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
  blocks: z
    .array(
      z.discriminatedUnion("type", [
        z.strictObject({
          type: z.literal("header"),
          text: SlackPlain.extend({ text: z.string().min(1).max(150) }),
        }),
        z.strictObject({ type: z.literal("section"), text: z.union([SlackPlain, SlackMarkup]) }),
      ]),
    )
    .max(50)
    .refine((blocks) => JSON.stringify(blocks).length < 13_000, "msg_blocks_too_long"),
});

const Embed = z.strictObject({
  title: z.string().min(1).max(256),
  url: z.url(),
  color: z.number().int().min(0).max(0xffffff),
  timestamp: z.iso.datetime(),
  fields: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(256),
        value: z.string().trim().min(1).max(1_024),
      }),
    )
    .max(25),
});
export const DiscordMessage = z.strictObject({
  allowed_mentions: z.strictObject({ parse: z.array(z.never()) }),
  embeds: z
    .array(Embed)
    .min(1)
    .max(10)
    .refine((embeds) => charactersOf(embeds) <= 6_000, "embeds over 6000 characters"),
});

function charactersOf(embeds: readonly z.infer<typeof Embed>[]): number {
  const texts = embeds.flatMap(({ title, fields }) => [
    title,
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  return texts.join("").length;
}

const TextRun = z.looseObject({ type: z.literal("TextRun"), text: z.string().min(1) });
export const TeamsMessage = z.strictObject({
  type: z.literal("message"),
  attachments: z.tuple([
    z.strictObject({
      contentType: z.literal("application/vnd.microsoft.card.adaptive"),
      contentUrl: z.null(),
      content: z.looseObject({
        type: z.literal("AdaptiveCard"),
        version: z.literal("1.4"),
        body: z
          .array(
            z.strictObject({ type: z.literal("RichTextBlock"), inlines: z.array(TextRun).min(1) }),
          )
          .min(1),
        actions: z.tuple([
          z.strictObject({ type: z.literal("Action.OpenUrl"), title: z.string(), url: z.url() }),
        ]),
      }),
    }),
  ]),
});
export const MAX_TEAMS_BYTES = 28 * 1_024;

const PagerDutyKey = {
  routing_key: z.string().length(32),
  dedup_key: z.string().min(1).max(255),
};
export const PagerDutyEvent = z.discriminatedUnion("event_action", [
  z.strictObject({ ...PagerDutyKey, event_action: z.literal("resolve") }),
  z.strictObject({
    ...PagerDutyKey,
    event_action: z.literal("trigger"),
    client: z.string(),
    client_url: z.url(),
    links: z.array(z.strictObject({ href: z.url(), text: z.string() })),
    payload: z.strictObject({
      summary: z.string().min(1).max(1_024),
      source: z.string().min(1),
      severity: z.enum(["critical", "error", "warning", "info"]),
      timestamp: z.iso.datetime(),
      custom_details: z.record(z.string(), z.string()),
    }),
  }),
]);

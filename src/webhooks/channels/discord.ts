/**
 * A Discord message with one embed. Limits: title 256 characters, field name 256, field value
 * 1,024, 25 fields, 6,000 characters in total.
 */
import { cut, cutEscaped, share } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

const MAX_TITLE = 256;
const MAX_NAME = 256;
const MAX_VALUE = 1_024;
/**
 * Maximum characters of all field values together. Discord allows 6,000 characters in total. The
 * title and the field names need the rest.
 */
const MAX_VALUES = 5_400;

const COLORS = { bad: 0xd55e00, good: 0x009e73, neutral: 0x0072b2 } as const;

export function discordMessage({ title, tone, facts, url, at }: Notice): object {
  const most = share(MAX_VALUE, MAX_VALUES, facts.length);
  return {
    // Mention nobody, even if a trace text contains a mention.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cutEscaped(title, MAX_TITLE, escapeOne),
        url,
        color: COLORS[tone],
        timestamp: at,
        fields: facts.map(({ label, text }) => ({
          name: cut(label, MAX_NAME),
          // Discord refuses an empty field value.
          value: cutEscaped(text.trim() || "(empty)", most, escapeOne),
        })),
      },
    ],
  };
}

/** These characters can begin formatting, a link or a mention in Discord. */
const SPECIAL = new Set("\\*_~`|>#[]()<-:");
const ZERO_WIDTH_SPACE = "\u200b";

function escapeOne(character: string): string {
  // A backslash would not prevent the mention `@everyone`, so insert an invisible space.
  if (character === "@") return `@${ZERO_WIDTH_SPACE}`;
  return SPECIAL.has(character) ? `\\${character}` : character;
}

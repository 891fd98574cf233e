/**
 * Messages for a Slack incoming webhook, in Block Kit. Limits: header 150 characters, section
 * 3,000, message 50 blocks. Slack also refuses more than about 13,000 characters in all blocks
 * together.
 */
import { cutEscaped, jsonChars, share } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

const MAX_HEADER = 150;
const MAX_FACT = 1_500;
const MAX_FACTS = 11_000;
const MAX_FALLBACK = 300;

const MARKS = { bad: "🔴", good: "🟢", neutral: "🔵" } as const;

export function slackMessage({ title, tone, facts, url }: Notice): object {
  const most = share(MAX_FACT, MAX_FACTS, facts.length);
  const heading = `${MARKS[tone]} ${title}`;
  return {
    // In notifications, Slack shows `text` instead of the blocks.
    text: cutEscaped(heading, MAX_FALLBACK, escapeOne),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(heading, MAX_HEADER) },
      ...facts.map(({ label, text }) => ({
        type: "section",
        text: plain(`${label}: ${text || "(empty)"}`, most),
      })),
      {
        type: "section",
        text: { type: "mrkdwn", text: `<${url}|Open in MemTrace>`, verbatim: true },
      },
    ],
  };
}

/** In a `plain_text` object, Slack interprets no formatting, mentions or emoji names. */
function plain(text: string, most: number) {
  const fitted = cutEscaped(text, most, escapeOne, jsonChars);
  return { type: "plain_text", text: fitted, emoji: false };
}

/** Slack treats only `&`, `<` and `>` as control characters, as in `<!channel>`. */
function escapeOne(character: string): string {
  if (character === "&") return "&amp;";
  if (character === "<") return "&lt;";
  return character === ">" ? "&gt;" : character;
}

/**
 * The message of a Teams workflow that starts on a webhook request: an Adaptive Card as attachment.
 * Teams refuses messages over 28 kB.
 */
import { cut } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

const MAX_TITLE = 250;
const MAX_FACT = 1_000;

const COLORS = { bad: "attention", good: "good", neutral: "accent" } as const;

export function teamsMessage({ title, tone, facts, url }: Notice): object {
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      richText([
        {
          ...run(cut(title, MAX_TITLE)),
          ...{ weight: "bolder", size: "large", color: COLORS[tone] },
        },
      ]),
      ...facts.map(({ label, text }) =>
        richText([
          { ...run(`${label}: `), weight: "bolder" },
          run(cut(text || "(empty)", MAX_FACT)),
        ]),
      ),
    ],
    actions: [{ type: "Action.OpenUrl", title: "Open in MemTrace", url }],
  };
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: card,
      },
    ],
  };
}

/** A TextBlock would read Markdown and `<at>` in trace texts. A TextRun shows them as they are. */
function richText(inlines: readonly object[]) {
  return { type: "RichTextBlock", inlines };
}

/** A tag such as `<at>` is split, in case that a client reads it anyway. */
function run(text: string) {
  return { type: "TextRun", text: text.replaceAll("<", "<\u200b") };
}

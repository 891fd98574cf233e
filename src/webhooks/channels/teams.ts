/**
 * The message for a Teams workflow that a webhook request starts. Its attachment is an Adaptive
 * Card. Teams refuses messages above 28 kB.
 */
import { cut, cutEscaped, share } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

const MAX_TITLE = 250;
const MAX_FACT = 1_000;
/** Maximum UTF-8 bytes of all fact texts together, as JSON. */
const MAX_FACTS_BYTES = 22_000;

const COLORS = { bad: "attention", good: "good", neutral: "accent" } as const;

export function teamsMessage({ title, tone, facts, url }: Notice): object {
  const most = share(MAX_FACTS_BYTES, MAX_FACTS_BYTES, facts.length);
  const fitted = (text: string) => cutEscaped(cut(text, MAX_FACT), most, unread, jsonBytes);
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    msteams: { width: "Full" },
    body: [
      richText([
        {
          ...run(cutEscaped(title, MAX_TITLE, unread)),
          ...{ weight: "bolder", size: "large", color: COLORS[tone] },
        },
      ]),
      ...facts.map(({ label, text }) =>
        richText([{ ...run(`${label}: `), weight: "bolder" }, run(fitted(text || "(empty)"))]),
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

/** A TextBlock would interpret Markdown and `<at>` in trace texts. A TextRun does not. */
function richText(inlines: readonly object[]) {
  return { type: "RichTextBlock", inlines };
}

function run(text: string) {
  return { type: "TextRun", text };
}

/**
 * An invisible space after `<` breaks tags such as `<at>`. Some clients could interpret tags even
 * in a TextRun.
 */
const unread = (character: string) => (character === "<" ? "<\u200b" : character);

/** UTF-8 bytes of the text after JSON escaping. */
function jsonBytes(text: string): number {
  let bytes = 0;
  for (const character of JSON.stringify(text).slice(1, -1)) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

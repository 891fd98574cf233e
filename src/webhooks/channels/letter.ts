/** Builds the e-mails of an e-mail channel. The deployment's outbox sends them. */
import { cut } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

export interface Letter {
  /** Id of the e-mail. If an attempt is repeated, the id stays the same. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Address of the page with further details. */
  readonly url: string;
}

const MAX_SUBJECT = 200;

/** Returns a separate e-mail for each recipient, so that recipients do not see each other. */
export function lettersOf(
  { title, facts, url }: Notice,
  delivery: string,
  recipients: readonly string[],
): Letter[] {
  const parts = facts.map(({ label, text }) => `${label}: ${text}`);
  return recipients.map((to, index) => ({
    ...{ id: `${delivery}:${index}`, to, url },
    // Remove line breaks, because a line break would begin another header.
    subject: cut(title.replace(/\s+/g, " "), MAX_SUBJECT),
    paragraphs: [title, ...parts],
  }));
}

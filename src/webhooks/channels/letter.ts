/** Builds the e-mails of an e-mail channel. The service's outbox sends them. */
import { cut } from "./fit-text.ts";
import type { Notice } from "./notice.ts";

export interface Letter {
  /** Repeated attempts keep the e-mail's id, so nobody gets the e-mail twice. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** URL of the page about the event. */
  readonly url: string;
}

const MAX_SUBJECT = 200;

/** Each recipient gets a separate e-mail, so that no recipient sees the other addresses. */
export function lettersOf(
  { title, facts, url }: Notice,
  delivery: string,
  recipients: readonly string[],
): Letter[] {
  const parts = facts.map(({ label, text }) => `${label}: ${text}`);
  return recipients.map((to, index) => ({
    ...{ id: `${delivery}:${index}`, to, url },
    // A line break in the subject would start another e-mail header.
    subject: cut(title.replace(/\s+/g, " "), MAX_SUBJECT),
    paragraphs: [title, ...parts],
  }));
}

import type { BatchItem } from "drizzle-orm/batch";
import type { LeasedDelivery, WebhookRepository } from "../../database/jobs/webhook-repository.ts";
import type { UnsubscribeLinks } from "../../tenancy/unsubscribe-link.ts";
import { type Letter, lettersOf } from "../../webhooks/channels/letter.ts";
import type { Notice } from "../../webhooks/channels/notice.ts";
import { unsentAttempt } from "./unsent-attempt.ts";

/** The service's outbox, limited to the e-mails of one project. */
export interface Outbox {
  /** Leaves out people who have unsubscribed from the channel. */
  readersOf(channel: string, recipients: readonly string[]): Promise<readonly string[]>;
  /** URLs with which a reader unsubscribes from the channel's e-mails. */
  unsubscribeLinks(channel: string, reader: string): Promise<UnsubscribeLinks>;
  /** Returns the database statement that adds the e-mail. */
  add(letter: Letter, links: UnsubscribeLinks): BatchItem<"sqlite">;
}

interface MailDeps {
  readonly webhooks: WebhookRepository;
  readonly outbox?: Outbox;
  readonly now: () => number;
}

const NO_OUTBOX = "This deployment sends no e-mail.";
const NO_READER =
  "No e-mail was sent: every recipient has unsubscribed or has no access to the project any more. Change the recipients of the channel.";

/**
 * Adds one e-mail per reader to the outbox, and ends the delivery. From then on, the outbox retries
 * each e-mail separately.
 */
export async function mailAlert(
  { webhooks, outbox, now }: MailDeps,
  leased: LeasedDelivery,
  alert: { readonly notice: Notice; readonly recipients: readonly string[] },
): Promise<void> {
  const fail = (reason: string) =>
    webhooks.recordAttempt(leased, unsentAttempt(now(), reason), "failed", null);
  if (outbox === undefined) return fail(NO_OUTBOX);
  const channel = leased.endpoint.id;
  const readers = await outbox.readersOf(channel, alert.recipients);
  if (readers.length === 0) return fail(NO_READER);
  const statements: BatchItem<"sqlite">[] = [];
  for (const letter of lettersOf(alert.notice, leased.id, readers)) {
    statements.push(outbox.add(letter, await outbox.unsubscribeLinks(channel, letter.to)));
  }
  await webhooks.recordAttempt(leased, unsentAttempt(now(), null), "delivered", null, statements);
}

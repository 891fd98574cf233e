/** What the pages show of letters (e-mails), and what the installation's e-mail can do. */

/**
 * - `queued`: waits for its next attempt
 * - `sent`: the provider accepted it
 * - `bounced`: the address refuses letters for good
 * - `suppressed`: not sent, because the address refused an earlier letter
 * - `failed`: the provider refused the letter, or did not take it in time
 * - `dropped`: not sent, because it is of no use any more
 */
export const LETTER_STATES = [
  "queued",
  "sent",
  "bounced",
  "suppressed",
  "failed",
  "dropped",
] as const;
export type LetterState = (typeof LETTER_STATES)[number];

export interface LetterAttempt {
  readonly at: string;
  /** HTTP status of the provider, if it speaks HTTP and answered. */
  readonly status: number | null;
  /** Null if the provider accepted the letter. */
  readonly error: string | null;
}

/** What pages need to know before anybody has signed in. */
export interface MailSettings {
  /** Whether the installation sends letters. */
  readonly sendsMail: boolean;
  /** Whether people must confirm their address before they use projects. */
  readonly requiresVerification: boolean;
}

/** The answer to a reader who unsubscribed from an e-mail channel, or subscribed again. */
export interface SubscriptionChange {
  readonly address: string;
  /** The channel's name. */
  readonly channel: string;
  readonly isSubscribed: boolean;
}

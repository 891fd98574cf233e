/** The state of letters (e-mails), and the e-mail settings of the installation, for pages. */

/**
 * - `queued`: waits for its next attempt
 * - `sent`: the provider accepted the letter
 * - `bounced`: the address refuses letters permanently
 * - `suppressed`: not sent, because the address refused an earlier letter
 * - `failed`: the provider refused the letter, or did not accept it in time
 * - `dropped`: not sent, because the letter is no longer useful
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
  /**
   * HTTP status of the provider's answer; null if the provider does not use HTTP or did not answer.
   */
  readonly status: number | null;
  /** Null if the provider accepted the letter. */
  readonly error: string | null;
}

/** E-mail settings that pages need before anybody has signed in. */
export interface MailSettings {
  /** Whether the installation sends letters. */
  readonly sendsMail: boolean;
  /** Whether people must confirm their address before they use projects. */
  readonly requiresVerification: boolean;
}

/** The answer to a reader who unsubscribed from an e-mail channel or subscribed again. */
export interface SubscriptionChange {
  readonly address: string;
  /** The channel's name. */
  readonly channel: string;
  readonly isSubscribed: boolean;
}

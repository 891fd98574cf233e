/**
 * What the UI's pages show about e-mails and about the e-mail settings of the installation. In the
 * code, an e-mail is called a letter.
 */

/**
 * - `queued`: waits for its next attempt
 * - `sent`: the provider accepted the e-mail
 * - `bounced`: the address refuses e-mails permanently
 * - `suppressed`: not sent, because the address refused an earlier e-mail
 * - `failed`: the provider refused the e-mail, or did not accept it in time
 * - `dropped`: not sent, because the e-mail is no longer useful
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
   * HTTP status of the provider's answer. Null if the provider does not use HTTP or did not answer.
   */
  readonly status: number | null;
  /** Null if the provider accepted the e-mail. */
  readonly error: string | null;
}

/** Settings that pages need before anybody has signed in. */
export interface MailSettings {
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

/** What a letter is: an e-mail to one address, in plain text and HTML. */

/** Letters about an account, which somebody waits for. They do not wait behind the others. */
const ACCOUNT_KINDS = [
  "verification",
  "already_registered",
  "password_reset",
  "password_changed",
  "address_change",
  "address_changed",
  "new_device",
  "sign_in_without_sso",
  "second_factor",
  "passkey",
  "account_deleted",
  "invitation",
] as const;

/** Letters that tell a team about its projects. */
const TEAM_KINDS = ["alert", "digest"] as const;

export const LETTER_KINDS = [...ACCOUNT_KINDS, ...TEAM_KINDS] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

export const isAboutAccount = (kind: LetterKind): boolean =>
  ACCOUNT_KINDS.some((known) => known === kind);

export interface LetterText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Letter extends LetterText {
  /** One e-mail address. */
  readonly to: string;
  readonly kind: LetterKind;
  /**
   * A second letter with the same key is not stored. Begin it with the kind, such as
   * `alert:<finding>:<hour>`; at most 200 characters.
   */
  readonly once: string;
  /** Time after which the letter is of no use and is not sent any more. */
  readonly until?: number;
  /** Where mail programs unsubscribe the reader with one click. */
  readonly unsubscribe?: string;
}

/** A letter on its way to the provider. */
export interface OutgoingLetter extends LetterText {
  /** The same for all attempts; the provider's idempotency key. */
  readonly id: string;
  readonly to: string;
  /** Null for letters about accounts. */
  readonly unsubscribe: string | null;
}

/** The headers by which mail programs offer to unsubscribe (RFC 8058). */
export const unsubscribeHeaders = (link: string) => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * The outcome of one attempt.
 * - `retry`: not sent now. `isOutage` is false if the provider works and refuses only this letter.
 * - `bounced`: the address refuses letters for good.
 * - `refused`: the provider refuses the content for good.
 */
export type SendOutcome =
  | { readonly kind: "sent"; readonly status: number | null }
  | {
      readonly kind: "retry";
      readonly status: number | null;
      readonly error: string;
      readonly waitSeconds: number;
      readonly isOutage: boolean;
    }
  | {
      readonly kind: "bounced" | "refused";
      readonly status: number | null;
      readonly error: string;
    };

/** Sends letters through a provider. It reports failures as outcomes and never rejects. */
export interface Mailer {
  /** Whether the service keeps the letters to be read at `/dev/mail`, instead of sending them. */
  readonly isLocal: boolean;
  send(letter: OutgoingLetter): Promise<SendOutcome>;
}

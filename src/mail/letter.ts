/** A person waits for an e-mail of these kinds, so the e-mail must not wait behind others. */
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
  readonly to: string;
  readonly kind: LetterKind;
  /**
   * If an e-mail with the same key is already stored, the new e-mail is not stored. The key must
   * begin with the kind of the e-mail, as in `alert:<finding>:<hour>`. It can have at most 200
   * characters.
   */
  readonly once: string;
  /** After this time (milliseconds since 1970), the e-mail is useless and is not sent. */
  readonly until?: number;
  /** The URL with which mail programs unsubscribe the reader in one click. */
  readonly unsubscribe?: string;
}

export interface OutgoingLetter extends LetterText {
  /** The provider's idempotency key, the same for all attempts. */
  readonly id: string;
  readonly to: string;
  /** Null for e-mails about accounts. */
  readonly unsubscribe: string | null;
}

/** If an e-mail has these headers, mail programs offer to unsubscribe in one click (RFC 8058). */
export const unsubscribeHeaders = (link: string) => ({
  "List-Unsubscribe": `<${link}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/**
 * The outcome of one attempt.
 *
 * - `retry`: not sent now. `isOutage` is false if the provider works and refuses only this e-mail.
 * - `bounced`: the address refuses e-mails permanently.
 * - `refused`: the provider refuses the content permanently.
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

/** Reports failures as outcomes and never rejects. */
export interface Mailer {
  /** Whether e-mails are kept for `/dev/mail` instead of being sent. */
  readonly isLocal: boolean;
  send(letter: OutgoingLetter): Promise<SendOutcome>;
}

/** Who operates the installation: people by their confirmed address, and programs by one secret. */
import { sameText } from "./api-key.ts";
import type { SignedInPerson } from "./principal.ts";

/** A shorter secret could be guessed. */
const MIN_KEY_CHARS = 32;

export class Operators {
  readonly #addresses: ReadonlySet<string>;
  readonly #key: string | undefined;

  /**
   * @param addresses separated by commas
   * @param key undefined or empty for none
   */
  constructor(addresses: string | undefined, key: string | undefined) {
    this.#addresses = new Set(
      (addresses ?? "")
        .split(",")
        .map((address) => address.trim().toLowerCase())
        .filter((address) => address !== ""),
    );
    this.#key = key || undefined;
  }

  /** Anybody can sign up with an address that is not theirs, so only a confirmed one counts. */
  includes({ email, isVerified }: Pick<SignedInPerson, "email" | "isVerified">): boolean {
    return isVerified && this.#addresses.has(email.toLowerCase());
  }

  /**
   * @param authorization the header
   * @throws if the installation's key is too short
   */
  hasKey(authorization: string): boolean {
    if (this.#key === undefined) return false;
    if (this.#key.length < MIN_KEY_CHARS) {
      throw new Error(
        `OPERATOR_KEY is too short: set a secret of at least ${MIN_KEY_CHARS} characters.`,
      );
    }
    const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return key !== undefined && sameText(key, this.#key);
  }
}

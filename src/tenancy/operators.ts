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
   * @throws if the key is too short
   */
  constructor(addresses: string | undefined, key: string | undefined) {
    this.#addresses = new Set(
      (addresses ?? "")
        .split(",")
        .map((address) => address.trim().toLowerCase())
        .filter((address) => address !== ""),
    );
    if (key && key.length < MIN_KEY_CHARS) {
      throw new Error(
        `OPERATOR_KEY is too short: set a secret of at least ${MIN_KEY_CHARS} characters.`,
      );
    }
    this.#key = key || undefined;
  }

  /** Anybody can sign up with an address that is not theirs, so only a confirmed one counts. */
  includes({ email, isVerified }: SignedInPerson): boolean {
    return isVerified && this.#addresses.has(email.toLowerCase());
  }

  /** @param authorization the header */
  hasKey(authorization: string): boolean {
    const [, key] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
    return this.#key !== undefined && key !== undefined && sameText(key, this.#key);
  }
}

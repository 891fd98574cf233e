/**
 * The installation's operators are people and programs. A person is an operator if the
 * configuration lists the person's e-mail address, and the person has confirmed it. A program needs
 * the configured key.
 */
import { sameText } from "./api-key.ts";
import type { SignedInPerson } from "./principal.ts";

/** A shorter key could be guessed. */
const MIN_KEY_CHARS = 32;

export class Operators {
  readonly #addresses: ReadonlySet<string>;
  readonly #key: string | undefined;

  /**
   * @param addresses e-mail addresses, separated by commas
   * @param key OPERATOR_KEY; undefined or empty if there is none
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

  /** Only a confirmed address counts: anybody can sign up with another person's address. */
  includes({ email, isVerified }: Pick<SignedInPerson, "email" | "isVerified">): boolean {
    return isVerified && this.#addresses.has(email.toLowerCase());
  }

  /**
   * @param authorization the `Authorization` header
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

/**
 * SHA-256 functions that the caller provides. The browser's built-in SHA-256 cannot hash a stream.
 */
export interface Hashing {
  /** Returns the hash of the text in base64url. */
  readonly ofText: (text: string) => string;
  readonly begin: () => StreamHash;
}

export interface StreamHash {
  add(bytes: Uint8Array): void;
  /** Returns the hash in base64url. */
  end(): string;
}

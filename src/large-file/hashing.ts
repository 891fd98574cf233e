/**
 * The functions for SHA-256. The caller passes them, because the browser's built-in SHA-256 cannot
 * hash a stream.
 */
export interface Hashing {
  /** In base64url. */
  readonly ofText: (text: string) => string;
  readonly begin: () => StreamHash;
}

export interface StreamHash {
  add(bytes: Uint8Array): void;
  /** In base64url. */
  end(): string;
}

/** SHA-256 of the runtime: a browser computes it only for whole buffers, so it is a parameter. */
export interface Hashing {
  /** Base64url. */
  readonly ofText: (text: string) => string;
  readonly begin: () => StreamHash;
}

export interface StreamHash {
  add(bytes: Uint8Array): void;
  /** Base64url. */
  end(): string;
}

/**
 * Signs receipts with Ed25519. The signing key is derived from SEALING_KEY, so the signing key is
 * not stored.
 */
import { sealingKeyBytes } from "./sealing.ts";

export interface ReceiptSigner {
  /** The public key in base64url. */
  readonly key: string;
  /** Returns the signature in base64url. */
  sign(text: string): Promise<string>;
}

const PURPOSE = "deletion-receipt";
const SEED_BITS = 256;
/** The bytes that precede the seed in a PKCS #8 file of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export async function createReceiptSigner(sealingKey: string | undefined): Promise<ReceiptSigner> {
  const secret = await crypto.subtle.importKey("raw", sealingKeyBytes(sealingKey), "HKDF", false, [
    "deriveBits",
  ]);
  const derivation = {
    ...{ name: "HKDF", hash: "SHA-256", salt: new Uint8Array() },
    info: new TextEncoder().encode(PURPOSE),
  };
  const seed = new Uint8Array(await crypto.subtle.deriveBits(derivation, secret, SEED_BITS));
  const file = new Uint8Array(Buffer.concat([PKCS8_PREFIX, seed]));
  const key = await crypto.subtle.importKey("pkcs8", file, { name: "Ed25519" }, true, ["sign"]);
  const exported = await crypto.subtle.exportKey("jwk", key);
  const { x } = Object(exported);
  if (typeof x !== "string") throw new Error("The runtime does not export Ed25519 keys.");
  return {
    key: x,
    sign: async (text) => {
      const bytes = await crypto.subtle.sign(
        { name: "Ed25519" },
        key,
        new TextEncoder().encode(text),
      );
      return Buffer.from(bytes).toString("base64url");
    },
  };
}

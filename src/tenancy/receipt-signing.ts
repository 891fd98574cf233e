/** Signs receipts with Ed25519. The signing key is derived from SEALING_KEY and not stored. */
import { sealingKeyBytes } from "./sealing.ts";

export interface ReceiptSigner {
  /** Public key in base64url. */
  readonly key: string;
  /** Signature in base64url. */
  sign(text: string): Promise<string>;
}

const PURPOSE = "deletion-receipt";
const SEED_BITS = 256;
/** An Ed25519 key in PKCS #8 (RFC 8410) consists of these bytes and the seed. */
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

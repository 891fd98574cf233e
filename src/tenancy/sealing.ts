/** Encrypts stored secrets with AES-256-GCM. Each text has a random nonce and a purpose. */
import { failure, type Result, success } from "../protocol/result.ts";

const VERSION = "v1.";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;

/**
 * `damaged`: the text was changed or cut. Or it was encrypted with another key, or for another
 * purpose.
 */
type Opened = Result<string, "unknown_version" | "damaged">;

export interface Sealing {
  seal(text: string): Promise<string>;
  open(sealed: string): Promise<Opened>;
}

/**
 * Encrypts and decrypts texts for one purpose, such as `webhook-secret`. It cannot decrypt a text
 * that was encrypted for another purpose.
 *
 * @param key SEALING_KEY, 32 bytes in base64
 * @throws if the key is missing or malformed; a deployment must not start without a valid key
 */
export const createSealing = (key: string | undefined, purpose: string): Sealing => {
  const raw = sealingKeyBytes(key);
  const importKey = () =>
    crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
  const algorithm = (iv: Uint8Array<ArrayBuffer>) => ({
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(VERSION + purpose),
  });

  return {
    seal: async (text) => {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const encrypted = await crypto.subtle.encrypt(
        algorithm(nonce),
        await importKey(),
        new TextEncoder().encode(text),
      );
      return VERSION + Buffer.concat([nonce, new Uint8Array(encrypted)]).toString("base64");
    },

    open: async (sealed) => {
      if (!sealed.startsWith(VERSION)) return failure("unknown_version");
      const bytes = decodeBase64(sealed.slice(VERSION.length));
      if (!bytes) return failure("damaged");
      const cryptoKey = await importKey();
      try {
        const text = await crypto.subtle.decrypt(
          algorithm(bytes.slice(0, NONCE_BYTES)),
          cryptoKey,
          bytes.slice(NONCE_BYTES),
        );
        return success(new TextDecoder().decode(text));
      } catch {
        return failure("damaged");
      }
    },
  };
};

export const sealingKeyBytes = (key: string | undefined): Uint8Array<ArrayBuffer> => {
  const remedy = `Set it to ${KEY_BYTES} random bytes in base64, for example from \`openssl rand -base64 ${KEY_BYTES}\`.`;
  if (!key) throw new Error(`SEALING_KEY is missing. ${remedy}`);
  const bytes = decodeBase64(key.trim());
  if (!bytes) throw new Error(`SEALING_KEY is not base64. ${remedy}`);
  if (bytes.length !== KEY_BYTES)
    throw new Error(`SEALING_KEY has ${bytes.length} bytes instead of ${KEY_BYTES}. ${remedy}`);
  return bytes;
};

/** Returns null if the text is not exact base64. To check this, encodes the bytes again. */
const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  return Buffer.from(bytes).toString("base64") === text ? bytes : null;
};

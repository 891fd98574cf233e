import type { Hmac } from "../../../src/webhooks/signature.ts";

/** HMAC-SHA256 with WebCrypto, as in the Worker. */
export const webHmac: Hmac = async (key, message) => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
};

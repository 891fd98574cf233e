/**
 * Links in alert e-mails. Such a link unsubscribes one address from one alert channel. The token in
 * the link contains both in encrypted form, so nobody has to sign in. The link works while the
 * channel exists.
 */
import type { Sealing } from "./sealing.ts";

export interface Subscription {
  readonly channel: string;
  /** In lower case. */
  readonly address: string;
}

export interface UnsubscribeLinks {
  /** URL of the page that asks the reader to confirm. */
  readonly page: string;
  /** With this URL, mail programs unsubscribe the reader in one request (RFC 8058). */
  readonly oneClick: string;
}

/** Longer tokens are not decrypted. */
const MAX_CHARS = 1_000;

export async function unsubscribeLinks(
  sealing: Sealing,
  publicUrl: string,
  { channel, address }: Subscription,
): Promise<UnsubscribeLinks> {
  const token = encodeURIComponent(await sealing.seal(JSON.stringify({ channel, address })));
  return {
    // The token is in the fragment. Browsers do not send the fragment to servers, so no server logs
    // the token.
    page: `${publicUrl}/unsubscribe#${token}`,
    oneClick: `${publicUrl}/api/unsubscribe?token=${token}`,
  };
}

/** Undefined if the token belongs to no unsubscribe link. */
export async function readUnsubscribeToken(
  sealing: Sealing,
  token: string,
): Promise<Subscription | undefined> {
  if (token.length > MAX_CHARS) return undefined;
  const opened = await sealing.open(token);
  return opened.ok ? JSON.parse(opened.value) : undefined;
}

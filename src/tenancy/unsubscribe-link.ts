/**
 * Links in alert letters that end the letters of one channel to one address. The token holds both,
 * encrypted, so it works without a sign-in and for as long as the channel exists.
 */
import type { Sealing } from "./sealing.ts";

export interface Subscription {
  readonly channel: string;
  /** In lower case. */
  readonly address: string;
}

export interface UnsubscribeLinks {
  /** The page that asks the reader. */
  readonly page: string;
  /** Where mail programs unsubscribe the reader by one request, as RFC 8058 describes. */
  readonly oneClick: string;
}

/** Longest token that is worth decrypting. */
const MAX_CHARS = 1_000;

export async function unsubscribeLinks(
  sealing: Sealing,
  publicUrl: string,
  { channel, address }: Subscription,
): Promise<UnsubscribeLinks> {
  const token = encodeURIComponent(await sealing.seal(JSON.stringify({ channel, address })));
  return {
    // In the fragment, which no server logs.
    page: `${publicUrl}/unsubscribe#${token}`,
    oneClick: `${publicUrl}/api/unsubscribe?token=${token}`,
  };
}

/** Undefined if the token is no such link's. */
export async function readUnsubscribeToken(
  sealing: Sealing,
  token: string,
): Promise<Subscription | undefined> {
  if (token.length > MAX_CHARS) return undefined;
  const opened = await sealing.open(token);
  return opened.ok ? JSON.parse(opened.value) : undefined;
}

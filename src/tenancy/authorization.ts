/**
 * Reads a request's key from the `Authorization` header. For a WebSocket, the key can also be in a
 * subprotocol, because browsers cannot set headers there.
 */
import { LIVE_KEY_PROTOCOL_PREFIX } from "../protocol/events/live.ts";

/** Null if the request has no key. */
export function authorizationOf(headers: Headers): string | null {
  const header = headers.get("authorization");
  if (header !== null || !isUpgrade(headers)) return header;
  const key = subprotocolsOf(headers).find((name) => name.startsWith(LIVE_KEY_PROTOCOL_PREFIX));
  return key === undefined ? null : `Bearer ${key.slice(LIVE_KEY_PROTOCOL_PREFIX.length)}`;
}

export function isUpgrade(headers: Headers): boolean {
  return headers.get("upgrade")?.toLowerCase() === "websocket";
}

export function subprotocolsOf(headers: Headers): string[] {
  return (headers.get("sec-websocket-protocol") ?? "").split(",").map((name) => name.trim());
}

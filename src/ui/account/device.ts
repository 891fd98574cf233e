import { knownDevice } from "../../protocol/people/known-device.ts";

/**
 * Returns a browser name, such as "Firefox on Windows". For an unknown browser, returns the start
 * of the user agent. Without a user agent, returns "Unknown browser".
 */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  return knownDevice(userAgent) ?? userAgent.slice(0, 60).toWellFormed();
}

import { knownDevice } from "../../protocol/people/known-device.ts";

/**
 * Returns a readable name of the browser, such as "Firefox on Windows". For an unknown browser,
 * returns the start of its user agent.
 */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  return knownDevice(userAgent) ?? userAgent.slice(0, 60).toWellFormed();
}

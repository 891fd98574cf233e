import { knownDevice } from "../../protocol/people/known-device.ts";

/**
 * Returns a browser name, such as "Firefox on Windows". If the browser is not known, returns the
 * start of the user agent.
 */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  return knownDevice(userAgent) ?? userAgent.slice(0, 60).toWellFormed();
}

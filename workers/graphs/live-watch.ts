/**
 * Encodes the watcher and the start position in a URL. The Worker requests this URL from the
 * graph's Durable Object.
 */
import type { LiveStart, Watcher } from "../../src/event-store/live/live-feed.ts";

interface Watch {
  readonly watcher: Watcher;
  readonly start: LiveStart;
}

const ADDRESS = "https://graph/live";

export function watchAddress(watch: Watch): string {
  return `${ADDRESS}?${new URLSearchParams({ watch: JSON.stringify(watch) })}`;
}

/** Validates nothing, because only this Worker can send requests to the Durable Object. */
export function readWatch(address: string): Watch {
  return JSON.parse(new URL(address).searchParams.get("watch") ?? "");
}

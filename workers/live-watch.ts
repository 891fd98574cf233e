/**
 * Encodes the watcher and its start as the URL of a request from the Worker to the graph object.
 */
import type { LiveStart, Watcher } from "../src/event-store/live/live-feed.ts";

interface Watch {
  readonly watcher: Watcher;
  readonly start: LiveStart;
}

const ADDRESS = "https://graph/live";

export function watchAddress(watch: Watch): string {
  return `${ADDRESS}?${new URLSearchParams({ watch: JSON.stringify(watch) })}`;
}

/** Only our own Worker can reach an object, so the URL always has the form written above. */
export function readWatch(address: string): Watch {
  return JSON.parse(new URL(address).searchParams.get("watch") ?? "");
}

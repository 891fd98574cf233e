/**
 * Measures the memory that a large graph takes when it is opened from its packs, traversed and
 * exported.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { MemoryAnswer } from "./graph-task.ts";
import type { Figure } from "./measurement.ts";

const MEBIBYTE = 2 ** 20;
/** Memory limit of a Worker. */
const MOST_MEBIBYTES = 128;

export function measureMemory(
  folder: string,
  events: number,
): { figures: Figure[]; answer: MemoryAnswer } {
  runSide("make-packs.ts", [folder, String(events)]);
  const answer = JSON.parse(runSide("memory-side.ts", [folder])) as MemoryAnswer;
  const { opened, walked, exported, packBytes, peak } = answer;
  const name = `${answer.events} events`;
  const held = (what: string, bytes: number): Figure => ({
    ...{ name: `${name}, ${what}`, value: bytes / MEBIBYTE, unit: "MiB" },
  });
  const target = { atMost: MOST_MEBIBYTES };
  return {
    figures: [
      { ...held("structure when opened", opened), target },
      { ...held("structure when walked", walked), target },
      held("added by an export: bounded caches", exported - walked),
      held("peak, caches included", peak),
      held("compressed packs, besides", packBytes),
      { name: `${name}, opened in`, value: answer.openMs, unit: "ms" },
      { name: `${name}, walked in`, value: answer.walkMs, unit: "ms" },
      { name: `${name}, exported in`, value: answer.exportMs, unit: "ms" },
    ],
    answer,
  };
}

function runSide(file: string, args: readonly string[]): string {
  const side = join(import.meta.dirname, "workers", file);
  return execFileSync(process.execPath, ["--no-warnings", "--expose-gc", side, ...args], {
    ...{ encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
  });
}

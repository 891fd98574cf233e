import type { ColdPack } from "./cold-rows.ts";

interface LostObject {
  readonly graph: string;
  readonly key: string;
  readonly packs: readonly ColdPack[];
}

/**
 * R2 lost packs of a graph, or returned changed bytes. A retry does not help; an operator must
 * restore the object. Do not read the graph without these packs, because it would look complete
 * although events are missing.
 */
export class PacksLost extends Error {
  constructor({ graph, key, packs }: LostObject, how: "missing" | "differs") {
    const what = how === "missing" ? "is missing from R2" : "differs from its checksum";
    const first = packs[0]?.sequence ?? 0;
    const bytes = packs.reduce((sum, each) => sum + each.bytes, 0);
    super(
      `Events of the graph ${graph} are lost: the object ${key} ${what}. It held ${packs.length} ${packs.length === 1 ? "pack" : "packs"} (${bytes} bytes) with the events from number ${first + 1} on. Restore the object from a backup, or delete the graph and send its events again.`,
    );
    this.name = "PacksLost";
  }
}

/**
 * If the promise fails with `PacksLost`, returns this error as a value. Other errors are thrown.
 */
export async function unlessLost<T>(loading: Promise<T>): Promise<T | PacksLost> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof PacksLost) return error;
    throw error;
  }
}

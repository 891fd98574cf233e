/** `make-packs.ts FOLDER EVENTS`: writes the packs of a generated graph, one file each. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePack, PACK_TARGET_BYTES } from "../../../src/event-store/pack/pack-codec.ts";
import { RecentChunks } from "../../../src/event-store/pack/recent-chunks.ts";
import { generateEvents } from "../generated-graph.ts";

const SEED = 1;
const [folder = "", events = ""] = process.argv.slice(2);
const chunks = new RecentChunks();
let lines: string[] = [];
let chars = 0;
let packs = 0;

for (const event of generateEvents("generated", SEED, Number(events))) {
  const line = JSON.stringify(event);
  if (chars + line.length > PACK_TARGET_BYTES) writePack();
  lines.push(line);
  chars += line.length;
}
writePack();

function writePack(): void {
  const { body, hashes } = encodePack(lines, chunks);
  writeFileSync(join(folder, `pack-${String(packs++).padStart(5, "0")}`), body);
  chunks.add(hashes);
  lines = [];
  chars = 0;
}

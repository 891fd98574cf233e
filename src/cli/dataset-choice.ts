/** The dataset that an experiment is on: one that there is, or a file that becomes one. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { ProjectClient } from "../local/project-client.ts";
import type { ItemRejection } from "../protocol/experiments.ts";
import { oneLine } from "./shown-text.ts";
import type { Terminal } from "./terminal.ts";

const SHOWN_REJECTIONS = 10;

interface ChosenDataset {
  readonly dataset: string;
  readonly rejected: readonly ItemRejection[];
}

/** A file is a dataset of its name and content: what changed is another one. */
export async function datasetOf(
  given: string | undefined,
  api: ProjectClient,
  terminal: Terminal,
): Promise<ChosenDataset | undefined> {
  if (given === undefined) return undefined;
  if (!statSync(given, { throwIfNoEntry: false })?.isFile())
    return { dataset: given, rejected: [] };
  const text = readFileSync(given, "utf8");
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const { id } = await api.createDataset(`${basename(given).slice(-180)} (${digest})`);
  const type = /\.csv$/i.test(given) ? "text/csv" : "application/x-ndjson";
  const { rejected, joined } = await api.addItems(id, text, type);
  for (const { index, message } of rejected.slice(0, SHOWN_REJECTIONS)) {
    terminal.note(`${given}: item ${index + 1} was refused: ${oneLine(message)}`);
  }
  if (rejected.length > SHOWN_REJECTIONS) terminal.note(`${rejected.length} items were refused.`);
  if (joined > 0) terminal.note(`${joined} items were there already, or twice in the file.`);
  return { dataset: id, rejected };
}

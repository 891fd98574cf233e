/** The dataset that an experiment is on: one that there is, or a file that becomes one. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import type { ProjectClient } from "../local/client/project-client.ts";
import { RefusedRequest } from "../local/client/requests.ts";
import { UsageError } from "../local/command-line.ts";
import type { ItemRejection } from "../protocol/api/experiments.ts";
import type { Terminal } from "./terminal.ts";
import { oneLine } from "./text/shown-text.ts";

const SHOWN_REJECTIONS = 10;
const NOT_FOUND = 404;

interface ChosenDataset {
  readonly dataset: string;
  readonly rejected: readonly ItemRejection[];
}

/** A file is a dataset of its name and content: what changed is another one. */
export async function datasetOf(
  given: string,
  api: ProjectClient,
  terminal: Terminal,
): Promise<ChosenDataset> {
  if (!statSync(given, { throwIfNoEntry: false })?.isFile()) return storedDataset(given, api);
  const text = textOf(given);
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const { id } = await api.createDataset(`${basename(given).slice(-180)} (${digest})`);
  const type = /\.csv$/i.test(given) ? "text/csv" : "application/x-ndjson";
  const { added, rejected, joined } = await api.addItems(id, text, type);
  for (const { index, message } of rejected.slice(0, SHOWN_REJECTIONS)) {
    terminal.note(`${given}: item ${index + 1} was refused: ${oneLine(message)}`);
  }
  if (rejected.length > SHOWN_REJECTIONS) terminal.note(`${rejected.length} items were refused.`);
  if (added + joined === 0) throw new UsageError(`${given} holds no question to ask.`);
  // Where nothing is new, it is the same file as before.
  if (added > 0 && joined > 0) {
    terminal.note(`${given}: ${joined} of ${added + joined} items are in it twice.`);
  }
  return { dataset: id, rejected };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UsageError(`${file} cannot be read: ${why}`);
  }
}

/** One that the service has. */
export async function storedDataset(given: string, api: ProjectClient): Promise<ChosenDataset> {
  const { id, items } = await api.dataset(given).catch((error: unknown) => {
    const isUnknown = error instanceof RefusedRequest && error.status === NOT_FOUND;
    throw isUnknown ? unknownDataset(given, error) : error;
  });
  if (items === 0) throw new UsageError(`The dataset ${oneLine(given)} holds no question to ask.`);
  return { dataset: id, rejected: [] };
}

/** What was meant for a file is said to be none. */
function unknownDataset(given: string, refused: RefusedRequest): Error {
  const none = "and there is no dataset of that name.";
  if (existsSync(given)) return new UsageError(`${given} is no file of questions, ${none}`);
  const isMeantAsFile = /[\\/]|\.(nd)?jsonl?$|\.[ct]sv$/i.test(given);
  return isMeantAsFile ? new UsageError(`There is no file ${given}, ${none}`) : refused;
}

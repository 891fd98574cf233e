/** Finds the dataset of an experiment, or creates it from a file. */
import { createHash } from "node:crypto";
import { lstatSync, statSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import type { ProjectClient } from "../local/client/project-client.ts";
import { RefusedRequest } from "../local/client/requests.ts";
import { UsageError } from "../local/command-line.ts";
import { problem, readInput } from "../local/input-file.ts";
import type { ItemRejection } from "../protocol/api/experiments.ts";
import type { Terminal } from "./terminal.ts";
import { oneLine } from "./text/shown-text.ts";

const SHOWN_REJECTIONS = 10;
const NOT_FOUND = 404;

interface ChosenDataset {
  readonly dataset: string;
  readonly rejected: readonly ItemRejection[];
}

export type GivenDataset = QuestionFile | { readonly named: string };

interface QuestionFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Takes the value of `--dataset`. If the value is a path, reads the file with the questions. Any
 * other value is the name or the id of a dataset.
 * @throws UsageError if the value is a path and the file cannot be read
 */
export async function givenDataset(given: string): Promise<GivenDataset> {
  if (!isPath(given)) return { named: given };
  const read = await readInput(given);
  if ("refused" in read) throw new UsageError(`${given}: ${read.refused}`);
  return { path: given, text: read.text.toString("utf8") };
}

/**
 * Whether the value is a path. A value such as `a.csv` or `./a` is always a path. Any other value
 * is a path if a file has this name. The name of a folder is not a path, because a dataset can have
 * the same name as the folder.
 */
function isPath(given: string): boolean {
  if (isAbsolute(given) || /^\.\.?[\\/]|\.((nd)?jsonl?|[ct]sv)(\.gz)?$/i.test(given)) return true;
  try {
    return lstatSync(given).isSymbolicLink() || !statSync(given).isDirectory();
  } catch {
    return false;
  }
}

export async function chosenDataset(
  given: GivenDataset,
  api: ProjectClient,
  terminal: Terminal,
): Promise<ChosenDataset> {
  return "named" in given ? storedDataset(given.named, api) : sentDataset(given, api, terminal);
}

/** The dataset's name contains a hash of the file, so a changed file becomes a new dataset. */
async function sentDataset(
  { path, text }: QuestionFile,
  api: ProjectClient,
  terminal: Terminal,
): Promise<ChosenDataset> {
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 8);
  const { id } = await api.createDataset(`${basename(path).slice(-180)} (${digest})`);
  const type = /\.csv(\.gz)?$/i.test(path) ? "text/csv" : "application/x-ndjson";
  const { added, rejected, joined } = await api.addItems(id, text, type);
  for (const { index, message } of rejected.slice(0, SHOWN_REJECTIONS)) {
    terminal.note(`${path}: item ${index + 1} was refused: ${oneLine(message)}`);
  }
  if (rejected.length > SHOWN_REJECTIONS) terminal.note(`${rejected.length} items were refused.`);
  if (added + joined === 0) throw new UsageError(`${path} contains no usable question.`);
  // `joined` is the number of items that the dataset already contained when they arrived. It is 0
  // for a new file. If an earlier command sent the same file, all items are counted and `added` is
  // 0. If both numbers are above 0, the file itself contains items twice, so warn.
  if (added > 0 && joined > 0) {
    terminal.note(`${path}: ${joined} of ${added + joined} items are in the file twice.`);
  }
  return { dataset: id, rejected };
}

export async function storedDataset(given: string, api: ProjectClient): Promise<ChosenDataset> {
  const { id, items } = await api.dataset(given).catch((error: unknown) => {
    const isUnknown = error instanceof RefusedRequest && error.status === NOT_FOUND;
    throw isUnknown ? unknownDataset(given, error) : error;
  });
  if (items === 0)
    throw new UsageError(`The dataset ${oneLine(given)} contains no usable question.`);
  return { dataset: id, rejected: [] };
}

/**
 * Makes the error for an unknown dataset. If the text looks like a path, the message also says that
 * there is no such file.
 */
function unknownDataset(given: string, refused: RefusedRequest): Error {
  if (!/[\\/]/.test(given)) return refused;
  const what = "neither a file nor a dataset of the project";
  return new UsageError(`${given}: ${problem(given, what, "Correct the path or the name.")}`);
}

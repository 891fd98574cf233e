/** Sends graph files to the service, one at a time. */
import type { ImportProgress, Refused } from "../large-file/import-large-file.ts";
import type { ImportAnswer } from "../protocol/api/api.ts";
import type { ProjectClient } from "./client/project-client.ts";
import { gzippedGraph } from "./graph-files.ts";

export type ImportedFile =
  | ({ readonly file: string } & ImportAnswer)
  | ({ readonly file: string } & Refused);

/**
 * Yields the outcome of each file as soon as it is known. Importing a file again changes nothing.
 * @param onProgress called with the progress of a file that takes several requests
 */
export async function* importFiles(
  api: ProjectClient,
  files: readonly string[],
  onProgress: (file: string, progress: ImportProgress) => void = () => undefined,
): AsyncGenerator<ImportedFile> {
  for (const file of files) {
    yield { file, ...(await importFile(api, file, (progress) => onProgress(file, progress))) };
  }
}

async function importFile(
  api: ProjectClient,
  file: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportAnswer | Refused> {
  const read = await gzippedGraph(file);
  if ("refused" in read) return read;
  if ("isLarge" in read) {
    // Load this only here: it contains the code that reads graphs, and other commands do not need
    // it.
    const { importFromDisk } = await import("./import-large-file.ts");
    return importFromDisk(api, file, onProgress);
  }
  return api.importGraph(read.gzipped);
}

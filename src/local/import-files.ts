/** Sends graph files to the service, one after another. */
import type { ImportProgress, Refused } from "../large-file/import-large-file.ts";
import type { ImportAnswer } from "../protocol/api/api.ts";
import type { ProjectClient } from "./client/project-client.ts";
import { gzippedGraph } from "./graph-files.ts";

export type ImportedFile =
  | ({ readonly file: string } & ImportAnswer)
  | ({ readonly file: string } & Refused);

/**
 * Yields each file's outcome when it is known. The service ignores a file that it already has.
 * @param onProgress called during the import of a large file, which needs several requests
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
    // Load this module only here: it is large, and most imports contain no large file.
    const { importFromDisk } = await import("./import-large-file.ts");
    return importFromDisk(api, file, onProgress);
  }
  return api.importGraph(read.gzipped);
}

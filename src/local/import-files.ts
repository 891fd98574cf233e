/** Sends graph files to the service, one at a time. */
import type { ImportAnswer } from "../protocol/api/api.ts";
import type { ProjectClient } from "./client/project-client.ts";
import { gzippedGraph } from "./graph-files.ts";

export type ImportedFile =
  | ({ readonly file: string } & ImportAnswer)
  | { readonly file: string; readonly refused: string };

/**
 * Yields the outcome of each file as soon as it is known. Importing a file again changes nothing.
 */
export async function* importFiles(
  api: ProjectClient,
  files: readonly string[],
): AsyncGenerator<ImportedFile> {
  for (const file of files) {
    const read = await gzippedGraph(file);
    yield { file, ...("refused" in read ? read : await api.importGraph(read.gzipped)) };
  }
}

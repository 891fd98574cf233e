/** Finds graph files among picked or dropped files and folders. */

/** A data set's index file has the same extension, but is no graph file. */
const isGraphFile = ({ name }: File) => /\.json(\.gz)?$/.test(name) && name !== "index.json";

export const graphFilesIn = (files: Iterable<File>): File[] => [...files].filter(isGraphFile);

/**
 * Returns the graph files among dropped files and folders. Call it directly in the handler of the
 * drop event, because the browser empties `items` when the handler returns.
 */
export async function droppedFiles(items: DataTransferItemList): Promise<File[]> {
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  const files = await Promise.all(
    dropped.map(({ entry, file }) => {
      if (entry !== null) return filesOf(entry);
      return file === null ? [] : [file];
    }),
  );
  return graphFilesIn(files.flat());
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((done, failed) => entry.file(done, failed))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const files: File[] = [];
  // Each call of the reader returns only some entries of the folder, and the last call returns
  // none.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, failed) =>
      reader.readEntries(done, failed),
    );
    if (part.length === 0) return files;
    files.push(...(await Promise.all(part.map(filesOf))).flat());
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

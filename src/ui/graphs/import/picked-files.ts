/** Finds graph files among the files and folders that a person picked or dropped. */

/**
 * Whether the file is a graph file. The index file of a data set has the same extension, but is not
 * a graph file.
 */
const isGraphFile = ({ name }: File) => /\.json(\.gz)?$/.test(name) && name !== "index.json";

export const graphFilesIn = (files: Iterable<File>): File[] => [...files].filter(isGraphFile);

/**
 * Returns the graph files of a drop. Call it inside the event handler: the browser empties `items`
 * when the handler ends.
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
  // A call of the reader returns only some of the folder's entries, so call it until it returns no
  // entry.
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

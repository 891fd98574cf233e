/** Graph files that a person picked or dropped, also those in folders. */

/** The index file of a data set is not a graph. */
const isGraphFile = ({ name }: File) => /\.json(\.gz)?$/.test(name) && name !== "index.json";

export const graphFilesIn = (files: Iterable<File>): File[] => [...files].filter(isGraphFile);

/** Must be called while the event is handled, because the browser empties its items afterwards. */
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
  // A reader gives the entries of a folder in parts.
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

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportProgress } from "../../../large-file/import-large-file.ts";
import type { ImportAnswer } from "../../../protocol/api/api.ts";
import { MAX_GRAPH_BODY_BYTES } from "../../../protocol/limits.ts";
import { call } from "../../api/request.ts";
import { sendLargeFile } from "./send-large-file.ts";
import { textUpTo } from "./text-of-file.ts";

/** A file and its import. The outcome is undefined until the import ends. */
export interface ImportedFile {
  readonly name: string;
  /** Size of the picked file in bytes. The file can be compressed. */
  readonly size: number;
  readonly outcome: ImportAnswer | { readonly refused: string } | undefined;
  /** Progress of a large file. Undefined for a file that is sent in one request. */
  readonly progress?: ImportProgress;
}

const STOPPED = "stopped. Import the file again to continue.";

/** Sends the files one after another. Stops when the person calls `stop` or leaves the page. */
export function useImport(project: string) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly ImportedFile[]>([]);
  const added = useRef(0);
  const waiting = useRef<Promise<void>>(Promise.resolve());
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const change = (place: number, over: Partial<ImportedFile>) =>
    setFiles((all) => all.map((item, at) => (at === place ? { ...item, ...over } : item)));

  const add = (picked: readonly File[]) => {
    if (stopping.current?.signal.aborted !== false) stopping.current = new AbortController();
    const { signal } = stopping.current;
    setFiles((known) => [
      ...known,
      ...picked.map(({ name, size }) => ({ name, size, outcome: undefined })),
    ]);
    for (const file of picked) {
      const place = added.current++;
      waiting.current = waiting.current.then(async () => {
        if (signal.aborted) return;
        const outcome = await importFile(project, file, signal, (progress) =>
          change(place, { progress }),
        );
        if (signal.aborted) return;
        change(place, { outcome });
        await client.invalidateQueries({ queryKey: [project, "graphs"] });
      });
    }
  };
  const stop = () => {
    stopping.current?.abort();
    setFiles((all) =>
      all.map((item) => ({ ...item, outcome: item.outcome ?? { refused: STOPPED } })),
    );
  };
  return { files, add, stop };
}

async function importFile(
  project: string,
  file: File,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<NonNullable<ImportedFile["outcome"]>> {
  try {
    const content = await textUpTo(file, MAX_GRAPH_BODY_BYTES);
    if (content === undefined) return await sendLargeFile({ project, file }, signal, onProgress);
    const options = { file: { content, type: "application/octet-stream" }, signal };
    return await call("POST /graphs", { query: { project } }, options);
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

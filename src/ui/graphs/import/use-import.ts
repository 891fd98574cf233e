import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportAnswer } from "../../../protocol/api/api.ts";
import { MAX_GRAPH_BODY_BYTES } from "../../../protocol/limits.ts";
import { call } from "../../api/request.ts";

/** A file and its outcome; the outcome is undefined until it is known. */
export interface ImportedFile {
  readonly name: string;
  readonly outcome: ImportAnswer | { readonly refused: string } | undefined;
}

const TOO_LARGE = "has more than 16 MiB of JSON. Import it with: npx --no memtrace import FILE";

/** Sends files one after the other. Stops when the component is removed. */
export function useImport(project: string) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly ImportedFile[]>([]);
  const added = useRef(0);
  const waiting = useRef<Promise<void>>(Promise.resolve());
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const add = (picked: readonly File[]) => {
    const signal = stop.current?.signal;
    setFiles((known) => [...known, ...picked.map(({ name }) => ({ name, outcome: undefined }))]);
    for (const file of picked) {
      const place = added.current++;
      waiting.current = waiting.current.then(async () => {
        if (signal?.aborted) return;
        const outcome = await importFile(project, file, signal);
        if (signal?.aborted) return;
        setFiles((all) => all.map((item, at) => (at === place ? { ...item, outcome } : item)));
        await client.invalidateQueries({ queryKey: [project, "graphs"] });
      });
    }
  };
  return { files, add };
}

async function importFile(
  project: string,
  file: File,
  signal: AbortSignal | undefined,
): Promise<NonNullable<ImportedFile["outcome"]>> {
  try {
    const content = file.name.endsWith(".gz") ? await decompressed(file) : file;
    if (content.size > MAX_GRAPH_BODY_BYTES) return { refused: TOO_LARGE };
    const options = { file: { content, type: "application/octet-stream" } };
    return await call(
      "POST /graphs",
      { query: { project } },
      signal === undefined ? options : { ...options, signal },
    );
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

async function decompressed(file: File): Promise<Blob> {
  try {
    const stream = file.stream().pipeThrough(new DecompressionStream("gzip"));
    return await new Response(stream).blob();
  } catch {
    throw new Error("its gzip data is damaged. Copy or compress it again.");
  }
}

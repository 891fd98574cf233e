/** Imports a file that is too large for one request, in a web worker. */
import type { ImportProgress, Refused } from "../../../large-file/import-large-file.ts";
import type { ImportAnswer } from "../../../protocol/api/api.ts";

export interface ToWorker {
  readonly project: string;
  readonly file: File;
}

export type FromWorker =
  | { readonly progress: ImportProgress }
  | { readonly outcome: ImportAnswer | Refused };

const startWorker = () =>
  new Worker(new URL("./large-file-worker.ts", import.meta.url), { type: "module" });

/**
 * Sends the file to the service. If the caller aborts the signal, the worker stops, and the service
 * keeps what it has received so far.
 */
export async function sendLargeFile(
  request: ToWorker,
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportAnswer | Refused> {
  signal.throwIfAborted();
  const worker = startWorker();
  return new Promise<ImportAnswer | Refused>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.addEventListener("error", () =>
      reject(new Error("The browser could not read the file.")),
    );
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if ("progress" in data) onProgress(data.progress);
      else resolve(data.outcome);
    });
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}

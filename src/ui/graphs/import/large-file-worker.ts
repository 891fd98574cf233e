/** Imports a large file in a web worker, because reading it would freeze the page for seconds. */
import { sha256 } from "@noble/hashes/sha2.js";
import {
  importLargeFile,
  type LargeFileService,
  RefusedContent,
} from "../../../large-file/import-large-file.ts";
import type { ImportRuntime } from "../../../large-file/import-runtime.ts";
import { refusesContent } from "../../../protocol/error-codes.ts";
import { ApiFailure, call } from "../../api/request.ts";
import type { FromWorker, ToWorker } from "./send-large-file.ts";
import { chunksOf, DamagedFile } from "./text-of-file.ts";

const NOT_FOUND = 404;
/**
 * After these HTTP statuses, the same request may succeed later. 0 means that no server answered.
 */
const MAY_PASS: ReadonlySet<number> = new Set([0, 429, 502, 503, 504]);
/**
 * Milliseconds to wait before each retry. Together they are half a minute, so the import survives a
 * short failure of the network.
 */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

const GOES_ON = "Import the file again to continue.";

const tell = (message: FromWorker) => self.postMessage(message);

self.addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  try {
    const text = chunksOf(data.file);
    const answer = await importLargeFile(serviceOf(data.project), text, runtime(), (progress) =>
      tell({ progress }),
    );
    tell({ outcome: answer });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isDamaged = error instanceof DamagedFile;
    tell({ outcome: { refused: isDamaged ? reason : `${reason} ${GOES_ON}` } });
  }
});

function runtime(): ImportRuntime {
  return {
    now: Date.now(),
    giveWay: () => new Promise((resolve) => setTimeout(resolve)),
    hashing: {
      ofText: (text) => base64url(sha256(new TextEncoder().encode(text))),
      begin: () => {
        const hash = sha256.create();
        return {
          add: (bytes) => {
            hash.update(bytes);
          },
          end: () => base64url(hash.digest()),
        };
      },
    },
    gzip: async (text) => {
      const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
      return new Uint8Array(await new Response(packed).arrayBuffer());
    },
  };
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function serviceOf(project: string): LargeFileService {
  const query = { project };
  return {
    graph: async (graph) => {
      try {
        return await patiently(() => call("GET /graphs/{graph}", { params: { graph }, query }));
      } catch (error) {
        if (error instanceof ApiFailure && error.status === NOT_FOUND) return undefined;
        throw error;
      }
    },
    sendEvents: (body, batchId) => {
      const headers = { "content-encoding": "gzip", "batch-id": batchId };
      const file = { content: new Blob([body]), type: "application/x-ndjson", headers };
      return ofContent(() => call("POST /events", { query }, { file }));
    },
    sendAnnotations: async (graph, json) => {
      const file = { content: new Blob([json]), type: "application/octet-stream" };
      const input = { params: { graph }, query };
      const send = () => call("POST /graphs/{graph}/annotations", input, { file });
      return (await ofContent(send)).cases;
    },
  };
}

async function ofContent<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await patiently(send);
  } catch (error) {
    const isRefused = error instanceof ApiFailure && refusesContent(error.status);
    throw isRefused ? new RefusedContent(error.message) : error;
  }
}

/** Retries after temporary failures. An import can repeat requests safely. */
async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiFailure && MAY_PASS.has(error.status))) throw error;
      const pause = Math.max(wait, error.retryAfterMs);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return send();
}

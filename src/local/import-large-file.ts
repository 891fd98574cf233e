/**
 * Imports a large file from disk, plain or gzip, with Node's streams and hashes. A browser has its
 * own version.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { constants, createGunzip, gzip } from "node:zlib";
import {
  type ImportProgress,
  importLargeFile,
  type LargeFileService,
  type Refused,
  RefusedContent,
} from "../large-file/import-large-file.ts";
import type { ImportRuntime } from "../large-file/import-runtime.ts";
import type { ImportAnswer } from "../protocol/api/api.ts";
import { isOfTheFile, type ProjectClient } from "./client/project-client.ts";
import { RefusedRequest } from "./client/requests.ts";
import { readingProblem } from "./input-file.ts";

const CHUNK_BYTES = 1024 * 1024;
const NOT_FOUND = 404;

export async function importFromDisk(
  api: ProjectClient,
  path: string,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportAnswer | Refused> {
  try {
    return await importLargeFile(serviceOf(api), textOf(path), runtime(), onProgress);
  } catch (error) {
    if (error instanceof ReadingProblem) return { refused: error.message };
    throw error;
  }
}

class ReadingProblem extends Error {}

async function* textOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    if (!(await isGzip(path))) return yield* file;
    const text = createGunzip({ chunkSize: CHUNK_BYTES });
    file.on("error", (error) => text.destroy(error));
    yield* file.pipe(text);
  } catch (error) {
    throw new ReadingProblem(readingProblem(path, error));
  }
}

async function isGzip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) {
    return chunk[0] === 0x1f && chunk[1] === 0x8b;
  }
  return false;
}

function runtime(): ImportRuntime {
  return {
    now: Date.now(),
    giveWay: () => setImmediate(),
    hashing: {
      ofText: (text) => createHash("sha256").update(text).digest("base64url"),
      begin: () => {
        const hash = createHash("sha256");
        return {
          add: (bytes) => {
            hash.update(bytes);
          },
          end: () => hash.digest("base64url"),
        };
      },
    },
    gzip: async (text) =>
      new Uint8Array(await promisify(gzip)(text, { level: constants.Z_BEST_SPEED })),
  };
}

function serviceOf(api: ProjectClient): LargeFileService {
  return {
    graph: async (id) => {
      try {
        return await api.graph(id);
      } catch (error) {
        if (error instanceof RefusedRequest && error.status === NOT_FOUND) return undefined;
        throw error;
      }
    },
    sendEvents: (body, batchId) => {
      const headers = {
        ...{ "Content-Type": "application/x-ndjson", "Content-Encoding": "gzip" },
        "Batch-Id": batchId,
      };
      return ofContent(api.call("POST /events", {}, { body, headers, isRepeatable: true }));
    },
    sendAnnotations: async (graph, body) => {
      const headers = { "Content-Type": "application/octet-stream" };
      const sending = { body, headers, isRepeatable: true };
      const input = { params: { graph } };
      return (await ofContent(api.call("POST /graphs/{graph}/annotations", input, sending))).cases;
    },
  };
}

async function ofContent<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isOfTheFile(error) ? new RefusedContent(error.reason) : error;
  }
}

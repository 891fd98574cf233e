/**
 * A scripted service that stores datasets and results, and answers like the real service. It
 * accepts all events. As a scripted model, it judges every answer as right.
 */
import { createServer } from "node:http";
import { listen } from "../../../src/local/listen.ts";

interface StoredItem {
  readonly id: string;
  readonly question: string;
  readonly expected: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface DatasetService {
  readonly url: string;
  readonly items: readonly StoredItem[];
  /** The last result of each item, by the id of its question. */
  readonly results: ReadonlyMap<string, Record<string, unknown>>;
  close(): void;
}

const VERDICT = '{"reason": "scripted", "verdict": "right"}';

export async function startDatasetService(): Promise<DatasetService> {
  const items: StoredItem[] = [];
  const results = new Map<string, Record<string, unknown>>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = `${request.method} ${request.url?.split("?")[0]}`;
    const isEvents = path === "POST /v1/events";
    const body = isEvents ? null : JSON.parse(Buffer.concat(chunks).toString() || "null");
    const about = { id: "exp_1", dataset: "ds_1", name: "run", items: items.length };
    const answer = () => {
      if (isEvents) return { accepted: 1, duplicates: 0, rejected: [], cut: [] };
      if (path === "POST /v1/chat/completions")
        return { choices: [{ message: { content: VERDICT } }] };
      if (path === "POST /v1/datasets") return { id: "ds_1", name: body.name };
      if (path === "POST /v1/datasets/ds_1/items") {
        for (const item of body)
          if (!items.some(({ metadata }) => metadata.questionId === item.metadata.questionId))
            items.push({ ...item, id: `item_${items.length}` });
        return { added: items.length, joined: 0, rejected: [] };
      }
      if (path === "GET /v1/datasets/ds_1/items") return { items, next: null };
      if (path === "POST /v1/experiments/exp_1/results") {
        for (const result of body.results) {
          const item = items.find(({ id }) => id === result.item);
          results.set(String(item?.metadata.questionId), result);
        }
        return { stored: body.results.length, rejected: [] };
      }
      if (path === "GET /v1/experiments/exp_1/results")
        return { items: [...results.values()].map((row) => ({ error: null, ...row })), next: null };
      return { ...about, figures: { answered: results.size } };
    };
    response.writeHead(200).end(JSON.stringify(answer()));
  });
  const { url, close } = await listen(server);
  return { url, items, results, close };
}

/** Reads a benchmark's file, summarizes it, and sends its questions to the service. */
import {
  type ConversationDataset,
  itemsOf,
} from "../../../sdk/src/datasets/conversation-dataset.ts";
import { DamagedDataset } from "../../../sdk/src/datasets/placed-value.ts";
import { readLocomo } from "../../../sdk/src/datasets/read-locomo.ts";
import { readLongMemEval } from "../../../sdk/src/datasets/read-longmemeval.ts";
import { ProjectClient } from "../../local/client/project-client.ts";
import type { Requests } from "../../local/client/requests.ts";
import { UsageError } from "../../local/command-line.ts";
import { readInput } from "../../local/input-file.ts";
import type { ItemRejection } from "../../protocol/api/experiments.ts";
import { parseJson } from "../../protocol/json/json-text.ts";
import { EXIT } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { oneLine } from "../text/shown-text.ts";

interface GivenBenchmark {
  readonly benchmark: ConversationDataset["benchmark"];
  readonly file: string;
  readonly name: string | undefined;
  readonly json: boolean;
}

/** Maximum questions in one request. */
const ITEMS_AT_ONCE = 1_000;
const SHOWN = 5;

export async function checkBenchmark(given: GivenBenchmark, terminal: Terminal): Promise<number> {
  const dataset = await readBenchmark(given);
  const figures = figuresOf(dataset);
  if (given.json) terminal.printJson(figures);
  else terminal.print(figuresText(figures));
  noteUnknown(dataset, terminal);
  return EXIT.done;
}

/** @returns true if the service accepted every question */
export async function loadBenchmark(
  given: GivenBenchmark,
  requests: Requests,
  terminal: Terminal,
): Promise<boolean> {
  const dataset = await readBenchmark(given);
  const api = new ProjectClient(requests);
  const { id, name } = await api.createDataset(given.name ?? dataset.name);
  const items = itemsOf(dataset);
  const rejected: ItemRejection[] = [];
  let [added, known] = [0, 0];
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    terminal.progress(`${at} of ${items.length} questions`);
    const body = JSON.stringify(items.slice(at, at + ITEMS_AT_ONCE));
    const sent = await api.addItems(id, body, "application/json");
    added += sent.added;
    known += sent.joined;
    for (const { index, message } of sent.rejected) rejected.push({ index: at + index, message });
  }
  const figures = figuresOf(dataset);
  if (given.json) terminal.printJson({ dataset: id, name, added, known, rejected, ...figures });
  else {
    const before = known === 0 ? "" : `, ${known.toLocaleString("en")} already there`;
    terminal.print(
      `${oneLine(name)}  ${id}\n${added.toLocaleString("en")} questions added${before}`,
    );
    terminal.print(`\n${figuresText(figures)}`);
  }
  for (const { index, message } of rejected.slice(0, SHOWN))
    terminal.note(`${given.file}: question ${index + 1} was refused: ${oneLine(message)}`);
  if (rejected.length > SHOWN) terminal.note(`${rejected.length} questions were refused.`);
  noteUnknown(dataset, terminal);
  return rejected.length === 0;
}

async function readBenchmark({ benchmark, file }: GivenBenchmark): Promise<ConversationDataset> {
  const read = await readInput(file);
  if ("refused" in read) throw new UsageError(`${file}: ${read.refused}`);
  const content = contentOf(file, read.text);
  try {
    return benchmark === "locomo" ? readLocomo(content) : readLongMemEval(content);
  } catch (error) {
    if (!(error instanceof DamagedDataset)) throw error;
    throw new UsageError(
      `${file}: this is not a file of ${benchmark}. ${oneLine(error.message)}.\nDownload it again, or name the right benchmark.`,
    );
  }
}

function contentOf(file: string, bytes: Buffer): unknown {
  let text: string;
  try {
    text = bytes.toString("utf8");
  } catch {
    // Decoding valid UTF-8 fails only if the text is too long for one JavaScript string.
    throw new UsageError(
      `${file}: is too large to be read at once. Split the list of its questions into files of less than 500 MB.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch {
    const parsed = parseJson(text);
    const place = parsed.ok ? "" : ` Line ${parsed.fault.line}, column ${parsed.fault.column}:`;
    const fault = parsed.ok ? "the text is not JSON" : parsed.fault.message;
    throw new UsageError(`${file}: is damaged.${place} ${fault}. Download it again.`);
  }
}

function figuresOf({ benchmark, conversations, unknownEvidence }: ConversationDataset) {
  const sessions = conversations.flatMap((conversation) => conversation.sessions);
  const questions = conversations.flatMap((conversation) => conversation.questions);
  const categories: Record<string, number> = {};
  for (const { category } of questions) categories[category] = (categories[category] ?? 0) + 1;
  return {
    ...{ benchmark, conversations: conversations.length, sessions: sessions.length },
    turns: sessions.reduce((sum, { turns }) => sum + turns.length, 0),
    questions: questions.length,
    categories,
    unanswerable: questions.filter(({ unanswerable }) => unanswerable).length,
    withoutEvidence: questions.filter(({ evidence }) => evidence.length === 0).length,
    unknownEvidence: unknownEvidence.length,
  };
}

function figuresText(figures: ReturnType<typeof figuresOf>): string {
  const { conversations, sessions, turns, questions, categories, unanswerable } = figures;
  const shown = (count: number) => count.toLocaleString("en");
  const kinds = Object.entries(categories)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `  ${oneLine(name).padEnd(28)} ${shown(count)}`);
  return [
    `${shown(conversations)} conversations, ${shown(sessions)} sessions, ${shown(turns)} turns`,
    `${shown(questions)} questions, ${shown(unanswerable)} of them unanswerable`,
    ...kinds,
  ].join("\n");
}

function noteUnknown({ unknownEvidence }: ConversationDataset, terminal: Terminal): void {
  if (unknownEvidence.length === 0) return;
  const shown = unknownEvidence
    .slice(0, SHOWN)
    .map(({ place, named }) => `  ${place}: ${oneLine(named)}`);
  const more = unknownEvidence.length > SHOWN ? ["  …"] : [];
  terminal.note(
    [
      `${unknownEvidence.length} pieces of evidence are left out, because their conversation does not contain them:`,
      ...shown,
      ...more,
    ].join("\n"),
  );
}

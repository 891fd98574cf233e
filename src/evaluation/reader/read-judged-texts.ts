/** Reads JSON lines. Each line has a person's judgement: whether a text answers a question. */
import { readFileSync } from "node:fs";
import { UserError } from "../../local/command-line.ts";
import type { JudgedText } from "./scripted-reader.ts";

/** @throws UserError if the file cannot be read */
export function readJudgedTexts(path: string): JudgedText {
  const labels = new Map<string, string>();
  try {
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line.trim() === "") continue;
      const { question, text, label } = JSON.parse(line) as Record<string, unknown>;
      labels.set(JSON.stringify([question, text]), String(label));
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(`--judged-texts ${path} cannot be read: ${why}`);
  }
  return (question, text) => {
    const label = labels.get(JSON.stringify([question, text]));
    // “partly” is neither yes nor no: the text contains only some of the expected items.
    return label === undefined || label === "partly" ? undefined : label === "yes";
  };
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scoredAnswers } from "../../src/attribution/cases/scored-answers.ts";
import { readMessage } from "../../src/attribution/roles/message-text.ts";
import { readTraceFile, withoutAnnotations } from "../../src/evaluation/trace-file.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import { findPrompts, promptsBehind } from "../../src/optimization/find-prompts.ts";
import { ended } from "../graph/support/ended.ts";

const folder = process.env.TRACEBENCH_DIR;
/** The prompts that instruct each system, by their names in the system's own code. */
const ANSWERING = "question-answering-prompt";
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  rag: [ANSWERING],
  long_context: [ANSWERING],
  mem0: ["fact-extraction-system-prompt", "memory-update-decision-prompt", ANSWERING],
  evermemos: [
    "boundary-detection-prompt-template",
    "episode-extraction-custom-instructions",
    "episode-extraction-prompt-template",
    "event-log-prompt-template",
    "multi-query-generation-prompt-template",
    ANSWERING,
    "sufficiency-check-prompt-template",
  ],
};
/** Every third file of a system has all of its prompts. */
const SAMPLE_STEP = 3;
/** Shorter words of a message may also occur in a prompt by chance. */
const TELLING_CHARS = 25;

describe.skipIf(folder === undefined)("prompts of real systems (TRACEBENCH_DIR)", () => {
  test.each(Object.keys(TEMPLATES))(
    "F2 in %s the service finds exactly the templates without messages, and each answer has its prompt",
    async (system) => {
      const names = new Set<string>();
      const files = readdirSync(join(folder ?? "", system));
      for (const file of files.filter((_, index) => index % SAMPLE_STEP === 0)) {
        const json = await readTraceFile(join(folder ?? "", system, file));
        const read = readSmartcomment(withoutAnnotations(json));
        if (!read.ok) throw new Error(`${file}: ${read.fault.message}`);
        const { graph } = read.value;
        const prompts = findPrompts(graph);
        for (const { name } of prompts) names.add(name);
        const messages = [...graph.variables.values()]
          .filter(({ category }) => category === "message")
          .map((message) => readMessage(message).content)
          .filter((content) => content.length >= TELLING_CHARS);
        const filled = prompts.filter(({ text }) => messages.some((said) => text.includes(said)));
        expect(filled.map(({ name }) => name)).toEqual([]);
        for (const { id, name } of graph.operations.values()) {
          if (name !== "question-answering") continue;
          expect(promptsBehind(graph, id).map((prompt) => prompt.name)).toEqual([ANSWERING]);
        }
        const wrong = ended(scoredAnswers(graph)).filter(({ isWrong }) => isWrong).length;
        expect(wrong).toBeGreaterThan(0);
      }
      expect([...names].sort()).toEqual(TEMPLATES[system]);
    },
    120_000,
  );
});

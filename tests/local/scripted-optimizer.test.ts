import { describe, expect, test } from "vitest";
import { PROMPTS, type PromptName } from "../../sdk/examples/prompted-agent/prompts.ts";
import { optimizerAnswer } from "../../src/local/loop/optimizer-answers.ts";
import { aggregate } from "../../src/optimization/aggregate.ts";
import type { CaseBrief } from "../../src/optimization/case-brief.ts";
import { rewrite } from "../../src/optimization/rewrite.ts";
import { suggest } from "../../src/optimization/suggest.ts";
import { ScriptedModel } from "../attribution/support/scripted-model.ts";

const model = new ScriptedModel(({ messages }) => ({
  text: JSON.stringify(optimizerAnswer(JSON.parse(messages[1]?.text ?? ""))),
}));

const behind = (name: PromptName, text: string = PROMPTS[name]) => ({
  ...{ name, text, feeds: ["an_operation"], earlier: [] },
});

const shown = (text: string, index: number) => ({
  ...{ name: "value", text, category: index === 0 ? "extracted_fact" : "memory_entry" },
});

function brief(said: string, reads: readonly string[], more: Partial<CaseBrief> = {}): CaseBrief {
  return {
    question: "What is the code of Maya's locker?",
    expected: ["4471"],
    given: "I do not know that.",
    evidence: [
      JSON.stringify({
        role: "user",
        name: "Maya",
        content: said,
        timestamp: "2026-03-02T09:00:00Z",
      }),
    ],
    verdict: { errorType: "ExtractionError", subKind: null, reason: "It was lost." },
    operation: {
      name: "an_operation",
      category: null,
      reads: reads.map(shown),
      makes: [],
      writes: [],
    },
    ...more,
  };
}

async function changeFor(name: PromptName, told: CaseBrief, text?: string) {
  const answer = await suggest(model, told, [behind(name, text)]);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value.fixable ? answer.value.change : null;
}

const LOCKER = "The code of my locker is 4471.";

describe("Y the scripted optimiser", () => {
  test("Y42 suggestions depend on the lost details and on what the prompt already asks for", async () => {
    expect(await changeFor("fact-extraction-prompt", brief(LOCKER, [LOCKER]))).toBe(
      "Note numbers and codes.",
    );
    const already = PROMPTS["fact-extraction-prompt"].replace(
      "- Note names",
      "- Note codes, names",
    );
    expect(await changeFor("fact-extraction-prompt", brief(LOCKER, [LOCKER]), already)).toBeNull();
    const wool = { question: "What is Maya's dog allergic to?", expected: ["wool"] };
    const said = "My dog is allergic to wool.";
    expect(await changeFor("fact-extraction-prompt", brief(said, [said], wool))).toBe(
      "Note health and allergies.",
    );
  });

  test.each([
    ["Maya's locker is kept behind the shed.", "When a fact adds to an entry"],
    ["Maya's exam is now on Friday.", "When a fact corrects an entry"],
    ["Maya's exam is over for today.", "When something is over"],
  ])(
    "Y42 the suggestion for an update depends on the fact that the update got: %s",
    async (fact, begins) => {
      const entries = "Maya's exam is on Monday.";
      const change = await changeFor("memory-update-prompt", brief(LOCKER, [fact, entries]));
      expect(change).toMatch(begins);
    },
  );

  test("Y43 the answers pass the service's checks, and rewritten prompts keep their old content", async () => {
    for (const name of Object.keys(PROMPTS) as PromptName[]) {
      const change = await changeFor(name, brief(LOCKER, [LOCKER]));
      const changes = ["a", "b", "c"].map((id) => ({ case: id, change: change ?? "" }));
      const joined = await aggregate(model, behind(name), changes, []);
      const points = joined.ok ? joined.value : [];
      expect(points).toEqual([{ id: "A1", change, cases: ["a", "b", "c"] }]);
      const written = await rewrite(model, behind(name), points, [], [LOCKER]);
      const text = written.ok ? written.value.text : "";
      expect(text).toContain(`- ${change}`);
      expect(text).toContain("{person}");
      expect(await changeFor(name, brief(LOCKER, [LOCKER]), text)).not.toBe(change);
    }
  });

  test("Y43 a rewrite removes a line if later lines replace all that it says", async () => {
    const point = (change: string) => [{ id: "A1", change, cases: ["a"] }];
    const asked = async (text: string, change: string) => {
      const written = await rewrite(model, behind("answer-prompt", text), point(change), [], []);
      return written.ok ? written.value.text : "";
    };
    const read = await asked(PROMPTS["answer-prompt"], "Read all memories before you answer.");
    expect(read).not.toContain("Use the first memory");
    const named = await asked(read, "State names of people and animals.");
    expect(named).toContain("Leave out names and codes");
    const coded = await asked(named, "State numbers and codes.");
    expect(coded).not.toContain("Leave out names and codes");
    expect(coded.split("\n")).toEqual([
      "You answer questions about {person} from the memories that were found.",
      "- If the memories do not tell, say: I do not know that.",
      "- Read all memories before you answer.",
      "- State names of people and animals.",
      "- State numbers and codes.",
      "Answer in one sentence.",
    ]);
  });
});

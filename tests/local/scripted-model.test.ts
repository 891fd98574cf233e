import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PROMPTS } from "../../sdk/examples/prompted-agent/prompts.ts";
import { agentAnswer } from "../../src/local/loop/agent-answers.ts";
import { taskOf } from "../../src/local/loop/instructions.ts";
import { KINDS } from "../../src/local/loop/language.ts";

const MESSAGE = `Message:
Back again, with coffee this time. My sister is called Lena. The code of my locker is 4471.
My checkup is on Monday. My brother lives in Porto. My favourite tea is ginger.
My dog is allergic to wool. My daughter drives a yellow van. My brother plans to open a bakery.`;

/** For each kind of detail, a word that only the sentence with that detail contains. */
const TELLING: readonly (readonly [label: string, word: string])[] = [
  ["names of people and animals", "Lena"],
  ["numbers and codes", "4471"],
  ["days and times", "Monday"],
  ["places", "Porto"],
  ["likes and dislikes", "ginger"],
  ["health and allergies", "wool"],
  ["belongings", "yellow van"],
  ["plans and goals", "bakery"],
];

const FORM = 'Answer with JSON like {"facts": ["..."]} and nothing else.';

function factsBy(prompt: string): string[] {
  return JSON.parse(agentAnswer(prompt, MESSAGE) ?? "").facts;
}

describe("Y the scripted model", () => {
  test("Y40 the model notes exactly the kinds of facts that its prompt asks for", () => {
    fc.assert(
      fc.property(fc.subarray([...TELLING]), (asked) => {
        const lines = asked.map(([label]) => `- Note ${label}.`);
        const facts = factsBy(["You keep notes for Maya.", ...lines, FORM].join("\n"));
        expect(facts).toHaveLength(asked.length);
        for (const [, word] of asked) expect(facts.join(" ")).toContain(word);
      }),
    );
  });

  test("Y40 if two lines are about one matter, the later line counts", () => {
    const prompt = (...lines: string[]) => ["You keep notes for Maya.", ...lines, FORM].join("\n");
    const [note, leave] = ["- Note numbers and codes.", "- Leave out numbers."];
    expect(factsBy(prompt(note, leave))).toEqual([]);
    expect(factsBy(prompt(leave, note))).toEqual(["The code of Maya's locker is 4471."]);
  });

  test("Y40 the model does not compensate for a prompt without its placeholder or format", () => {
    const nameless = factsBy(`You keep notes.\n- Note codes.\n${FORM}`);
    expect(nameless).toEqual(["The code of The user's locker is 4471."]);
    expect(agentAnswer("You keep notes for Maya.\n- Note codes.", MESSAGE)).toBe(
      "The code of Maya's locker is 4471.",
    );
  });

  test.each([
    ["replace the entry with the fact", "update", "Maya's sister drives a red tractor."],
    ["keep both", "update", "Maya's sister lives in Graz. Maya's sister drives a red tractor."],
    ["delete the entry", "delete", ""],
  ])("Y40 the model keeps a memory as the prompt says: %s", (what, action, text) => {
    const prompt = `You keep the memory of Maya.\n- When an entry is about the same thing, ${what}.\nAnswer with JSON.`;
    const data =
      "Fact:\nMaya's sister drives a red tractor.\nEntries:\n1. Maya's dog is called Milo.\n2. Maya's sister lives in Graz.";
    expect(JSON.parse(agentAnswer(prompt, data) ?? "")).toEqual({ action, entry: 2, text });
  });

  test("Y40 a search query has the words that the prompt asks for", () => {
    const data = "Question:\nWhat is the code of Maya's locker?";
    const query = (line: string) =>
      agentAnswer(`You look things up in the memory of Maya.\n- ${line}`, data);
    expect(query("Write one keyword of the question.")).toBe("code");
    expect(query("Write every word that matters.")).toBe("code locker");
  });

  test("Y40 the model answers from the found memories, as the prompt allows", () => {
    const data =
      "Question:\nWhat is the code of Maya's locker?\nMemories:\n1. The code of Maya's bicycle is 9032.\n2. The code of Maya's locker is 4471.";
    const answer = (...lines: string[]) =>
      agentAnswer(["You answer questions about Maya.", ...lines].join("\n"), data);
    expect(answer()).toBe("The code of Maya's locker is 4471.");
    expect(answer("- Leave out codes.")).toBe("The code of Maya's locker is ….");
    expect(answer("- Use the first memory.")).toBe("I do not know that.");
  });

  test("Y40 whatever a prompt says, the model uses only its own agent's data", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (prompt, text) => {
        expect(agentAnswer(prompt, `Message:\n${text}`)).toBeTypeOf("string");
        expect(agentAnswer(prompt, JSON.stringify({ text }))).toBeUndefined();
      }),
    );
  });

  test("Y41 the model recognises the purpose of a prompt from the prompt's own words", () => {
    expect(Object.values(PROMPTS).map(taskOf)).toEqual(["extraction", "update", "query", "answer"]);
    expect(taskOf("Be kind.")).toBeUndefined();
  });

  test("Y41 the model distinguishes kinds of details", () => {
    for (const { label, asked } of KINDS) {
      expect(KINDS.filter((kind) => kind.asked.test(label)).map((kind) => kind.label)).toEqual([
        label,
      ]);
      expect(asked.test("Leave out small talk.")).toBe(false);
    }
  });
});

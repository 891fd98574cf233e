import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregate, type RevisionPoint } from "../../src/optimization/aggregate.ts";
import { keptParts, lostParts } from "../../src/optimization/kept-parts.ts";
import { rewrite } from "../../src/optimization/rewrite.ts";
import { askedOf, optimizer } from "./support/scripted-optimizer.ts";

const FORM = '{"facts": ["first", "second"]}';
const PROMPT = {
  name: "extract-facts",
  feeds: ["extract_facts", "extract_profile"],
  text: `You keep a memory for {user}. Extract what the user likes.\n\nAnswer in this form:\n${FORM}\n\n<message>{message}</message>`,
};
const POINTS: RevisionPoint[] = [
  { id: "A1", change: "Extract also where belongings are kept.", cases: ["c1", "c2"] },
];
const BETTER = PROMPT.text.replace(
  "Extract what the user likes.",
  "Extract what the user likes, and where belongings are kept.",
);
const said = (text: string) => ({ text, changes: [{ point: "A1", what: "Asks for places." }] });

describe("F rewriting", () => {
  test("F33 the service merges suggestions in batches, and each point links to its cases", async () => {
    const model = optimizer(({ points, suggestions }) => ({
      points: [
        {
          change: "Extract places.",
          from: [...points, ...suggestions]
            .filter(({ change }) => change !== "odd")
            .map((s) => s.id),
        },
      ],
    }));
    const changes = Array.from({ length: 19 }, (_, n) => ({
      case: `c${n}`,
      change: n === 4 ? "odd" : `place ${n}`,
    }));
    const answer = await aggregate(model, PROMPT, changes, []);
    expect(model.asked).toHaveLength(3);
    expect(answer.ok && answer.value).toEqual([
      {
        ...{ id: "A1", change: "Extract places." },
        cases: changes.filter(({ change }) => change !== "odd").map((one) => one.case),
      },
    ]);
    expect(answer.spent.calls).toBe(3);
  });

  test("F33 a point without a suggestion is sent back once, then refused", async () => {
    const model = optimizer(() => ({ points: [{ change: "Extract all.", from: ["S9"] }] }));
    const changes = [
      { case: "c1", change: "one" },
      { case: "c2", change: "two" },
    ];
    const answer = await aggregate(model, PROMPT, changes, []);
    expect(answer).toMatchObject({ ok: false, reason: "malformed" });
    expect(model.asked).toHaveLength(2);
  });

  test("F33 a single suggestion becomes a point without a model call", async () => {
    const model = optimizer(() => "never asked");
    const answer = await aggregate(model, PROMPT, [{ case: "c1", change: "one" }], []);
    expect(answer).toMatchObject({ ok: true, value: [{ change: "one", cases: ["c1"] }] });
    expect(model.asked).toHaveLength(0);
  });

  test("F34 the rewriting model gets the prompt, the points and the parts to keep, but no trace text", async () => {
    const model = optimizer(() => said(BETTER));
    const trace = ["The spare key lies under the blue flowerpot."];
    const answer = await rewrite(model, PROMPT, POINTS, [], trace);
    expect(answer.ok && answer.value.text).toBe(BETTER);
    expect(answer.ok && answer.value.changes).toEqual(new Map([["A1", "Asks for places."]]));
    const [request] = model.asked;
    expect(JSON.stringify(request)).not.toContain("flowerpot");
    expect(request && askedOf(request)).toMatchObject({
      task: "rewrite",
      prompt: { name: "extract-facts", feeds: ["extract_facts", "extract_profile"] },
      points: [{ id: "A1", change: "Extract also where belongings are kept.", cases: 2 }],
      keep: {
        placeholders: ["{user}", "{message}", "<message>", "</message>"],
        parts: [FORM],
        maxCharacters: PROMPT.text.length * 2 + 1_000,
      },
    });
  });

  test.each([
    ["a placeholder that is gone", BETTER.replace("{user}", "the user")],
    ["a new placeholder", BETTER.replace("likes", "likes ({topic})")],
    ["an end of an element that is gone", BETTER.replace("</message>", "")],
    ["a form that is changed", BETTER.replace('"facts"', '"memories"')],
    ["new braces where braces are filled in", `${BETTER}\nFor example {"facts": ["places"]}`],
    ["the prompt as it was", `${PROMPT.text}\n`],
    ["ten times the length", `${BETTER}${" Extract more.".repeat(200)}`],
    ["a fragment", PROMPT.text.slice(-60)],
    ["a text that was rejected", BETTER.replace("kept", "stored")],
    [
      "words of a trace",
      BETTER.replace("likes,", "likes, that the spare key lies under the blue flowerpot,"),
    ],
    ["nothing", ""],
  ])("F35 a rewrite with this fault is sent back, then refused: %s", async (_, text) => {
    const model = optimizer(() => said(text));
    const earlier = [
      {
        ...{ outcome: "rejected" as const, reason: "No.", changes: [] },
        text: BETTER.replace("kept", "stored"),
      },
    ];
    const trace = ["The spare key lies under the blue flowerpot."];
    const answer = await rewrite(model, PROMPT, POINTS, earlier, trace);
    expect(answer).toMatchObject({ ok: false, reason: "malformed" });
    expect(model.asked).toHaveLength(2);
  });

  test("F35 the model may correct a rewrite that was sent back", async () => {
    const model = optimizer((_, complaint) =>
      said(complaint === undefined ? BETTER.replace("{user}", "the user") : BETTER),
    );
    expect(await rewrite(model, PROMPT, POINTS, [], [])).toMatchObject({ ok: true });
  });

  test("F36 the prompt's own words do not count as trace text, even if the trace has the filled-in prompt", async () => {
    const model = optimizer(() => said(BETTER));
    const filledIn = PROMPT.text.replace("{user}", "Ada").replace("{message}", "I like tea.");
    expect(await rewrite(model, PROMPT, POINTS, [], [filledIn])).toMatchObject({ ok: true });
  });

  test("F39 an answer that is not a JSON object is a failure with a plain message", async () => {
    const model = optimizer(() => "As a language model I would rather not.");
    const answer = await rewrite(model, PROMPT, POINTS, [], []);
    expect(answer).toMatchObject({ ok: false, reason: "malformed" });
    expect(answer.ok || answer.message).toContain("JSON object");
  });
});

describe("F kept parts", () => {
  test.each([
    [
      "{name} {{ other }} \u0024{third} {0} {n:.2f}",
      ["{name}", "{{ other }}", "\u0024{third}", "{0}", "{n:.2f}"],
    ],
    ["%s and %(key)s, 50% of them, 3%d", ["%s", "%(key)s", "%d"]],
    ["<memory>…</memory> <br/> 3 < 4 > 2", ["<memory>", "</memory>", "<br/>"]],
    ["{% for x in xs %} {{ x }} {% endfor %}", ["{% for x in xs %}", "{{ x }}", "{% endfor %}"]],
    ['{"a": 1} [] { } {"b": {"c": []}}', []],
  ])("F35 a rewrite keeps placeholders of %s", (prompt, placeholders) => {
    expect(keptParts(prompt).placeholders.toSorted()).toEqual(placeholders.toSorted());
  });

  test.each([
    ['Form: {"a": {"b": [1]}} end', ['{"a": {"b": [1]}}']],
    ['Form: {{"facts": []}} end', ['{{"facts": []}}']],
    ['A list ["one", "two"] or [{"id": 1}]', ['["one", "two"]', '[{"id": 1}]']],
    ['```json\n{"a": 1}\n```\nthen', ['```json\n{"a": 1}\n```']],
    ['an open { and then {"a": 1}', ['{"a": 1}']],
    ["(see [1]) and {x}", []],
  ])("F35 a rewrite keeps parts of the answer's format in %s", (prompt, blocks) => {
    expect(keptParts(prompt).blocks).toEqual(blocks);
  });

  test("F35 line breaks inside a kept part may change, and formats keep their order", () => {
    expect(lostParts('x {"a": 1, "b": 2}', 'y {"a": 1,\n  "b": 2}')).toBeUndefined();
    expect(lostParts("%s of %d", "%d of %s")).toContain("order");
    expect(lostParts("%s of %s", "%s")).toContain("order");
  });

  test("F61 the service finds fenced blocks in one pass, even in a text of fences only", () => {
    const lines = ["~~~ sql", "```", "a", "~~~", "````js", "```", "b", "`````", "c", "```x"];
    expect(keptParts(lines.join("\n")).blocks).toEqual([
      "~~~ sql\n```\na\n~~~",
      "````js\n```\nb\n`````",
    ]);
    const hostile = ["`".repeat(60_000), "````a\n".repeat(10_000), "```\n~~~~\n".repeat(5_001)];
    for (const text of hostile) expect(lostParts(text, text)).toBeUndefined();
  });

  test("F35 a prompt compared with itself has lost nothing, and no prompt throws an exception", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"a":',
      "{x}",
      "```",
      "\n",
      "%s",
      "<t>",
      "${",
      "a ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const prompt = pieces.join("");
        expect(lostParts(prompt, prompt)).toBeUndefined();
      }),
    );
  });
});

import { expect, test } from "vitest";
import {
  containsAnswer,
  isExactly,
  judgeAgreement,
  type LlmJudgeOptions,
  llmJudge,
  tokenF1,
} from "../../../sdk/src/judges/llm-judge.ts";

const ANSWER = { query: "Where is the key?", prediction: "Below the pot.", expected: ["the pot"] };

/** Makes a scripted judge model that replies with the given texts, in order. */
function scripted(...replies: string[]) {
  const asked: { model: string; system: string; user: string; temperature: unknown }[] = [];
  const client: LlmJudgeOptions["client"] = {
    chat: {
      completions: {
        create: async ({ model, messages, temperature }) => {
          const [system, user] = messages.map(({ content }) => content);
          asked.push({ model, system: `${system}`, user: `${user}`, temperature });
          return { choices: [{ message: { content: replies.shift() ?? "" } }] };
        },
      },
    },
  };
  return { asked, client };
}

test("S175 the judge's verdict is the score, and its prompt has the rule of the benchmark and category", async () => {
  const { asked, client } = scripted(
    ...['{"reason": "It says so.", "verdict": "right"}', "wrong", "Right.", '{"verdict":"WRONG"}'],
    '```json\n{"reason": "no", "verdict": "wrong"}\n```',
  );
  const judge = llmJudge({ model: "small", client });
  const of = (metadata: object) => judge({ ...ANSWER, item: { metadata } });
  expect(await of({ benchmark: "locomo" })).toEqual({ score: 1, reason: "It says so." });
  expect(await of({ benchmark: "longmemeval", category: "temporal-reasoning" })).toMatchObject({
    score: 0,
  });
  expect(await of({ benchmark: "longmemeval", category: "knowledge-update" })).toMatchObject({
    score: 1,
  });
  expect(
    await of({ benchmark: "longmemeval", category: "multi-session", unanswerable: true }),
  ).toMatchObject({ score: 0 });
  expect(await of({ benchmark: "longmemeval", category: "single-session-preference" })).toEqual({
    ...{ score: 0, reason: "no" },
  });
  for (const [at, words] of [
    ...["Be generous", "difference of one", "newest state", "cannot be answered", "personal"],
  ].entries())
    expect(asked[at]?.system).toContain(words);
  expect(asked[0]).toMatchObject({ model: "small", temperature: 0 });
  expect(JSON.parse(`${asked[0]?.user}`)).toEqual({
    ...{ question: ANSWER.query, expected: ["the pot"], answer: "Below the pot." },
  });
});

test("S176 an unclear reply is undecided, and without an expected answer the judge asks nothing", async () => {
  const replies = [
    ...["", "I think so, right?", '{"verdict": "maybe"}', "right or wrong", '{"verdict": true}'],
    '{"verdict": "right"} {"verdict": "wrong"}',
    "<think>wrong</think>",
  ];
  const { asked, client } = scripted(...replies);
  const judge = llmJudge({ model: "small", client });
  for (const reply of replies) {
    const { score, reason } = await judge(ANSWER);
    expect([reply, score]).toEqual([reply, null]);
    expect(reason).toBe(`undecided: the judge said “${reply}”`);
  }
  expect(await judge({ ...ANSWER, expected: [] })).toMatchObject({ score: null });
  expect(asked).toHaveLength(replies.length);
});

test("S176 without a client, the judge asks an OpenAI-compatible endpoint and repeats postponed requests", async () => {
  const requests: Request[] = [];
  const answers = [429, 200, 401];
  const judge = llmJudge({
    ...{ model: "small", baseURL: "https://models.test/v1/", apiKey: "sk" },
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const status = answers.shift() ?? 500;
      const reply = { choices: [{ message: { content: "right" } }] };
      return Response.json(reply, { status, headers: { "Retry-After": "0.01" } });
    },
  });
  expect(await judge(ANSWER)).toMatchObject({ score: 1 });
  await expect(judge(ANSWER)).rejects.toThrow("https://models.test/v1 answered 401");
  expect(requests[0]?.url).toBe("https://models.test/v1/chat/completions");
  expect(requests[0]?.headers.get("Authorization")).toBe("Bearer sk");
  expect(requests).toHaveLength(3);
});

test("S177 three comparisons need no model: F1 with LoCoMo's normalisation, containment and equality", () => {
  expect(tokenF1("the running dogs", ["dog runs"])).toBe(1);
  expect(tokenF1("blue flowerpot", ["the blue flowerpot and a key"])).toBeCloseTo(0.8);
  expect(tokenF1("tea, coffee", ["coffee, tea, milk"], "multi-hop")).toBeCloseTo(2 / 3);
  expect(tokenF1("none", ["some", "none at all"])).toBeCloseTo(0.5);
  expect([tokenF1("", ["x"]), tokenF1("x", [])]).toEqual([0, 0]);
  expect(isExactly("The pot!", ["pot"])).toBe(true);
  expect(isExactly("pots", ["pot"])).toBe(false);
  expect(containsAnswer("It is in the pot.", ["pot"])).toBe(true);
});

test("S177 the stemmer gives the same stems as Porter's algorithm", () => {
  for (const [word, same] of [
    ...[["caresses", "caress"] as const, ["ponies", "poni"] as const, ["hopping", "hop"] as const],
    ...[["conflated", "conflat"] as const, ["relational", "relat"] as const],
    ...[["generalizations", "gener"] as const, ["adjustment", "adjust"] as const],
    ...[["happy", "happi"] as const, ["controll", "control"] as const, ["filing", "file"] as const],
    ...[["adoption", "adopt"] as const, ["sky", "sky"] as const, ["agreed", "agree"] as const],
  ])
    expect([word, tokenF1(word, [same])]).toEqual([word, 1]);
});

test("S178 the comparison with people gives agreement with interval, kappa and the differences", async () => {
  const labelled = Array.from({ length: 10 }, (_, at) => ({
    ...ANSWER,
    ...{ prediction: `answer ${at}`, right: at < 5 },
  }));
  const agreement = await judgeAgreement(async ({ prediction }) => {
    const at = Number(prediction.slice(-1));
    return at === 9 ? { score: null } : { score: at < 6 ? 1 : 0, reason: `case ${at}` };
  }, labelled);
  expect(agreement).toMatchObject({ compared: 9, same: 8, undecided: 1, share: 8 / 9 });
  expect(agreement.low).toBeCloseTo(0.565, 2);
  expect(agreement.kappa).toBeCloseTo(0.769, 2);
  expect(agreement.different).toEqual([{ answer: labelled[5], reason: "case 5" }]);
  expect(await judgeAgreement(async () => ({ score: null }), labelled)).toMatchObject({
    ...{ compared: 0, share: null, kappa: null },
  });
});

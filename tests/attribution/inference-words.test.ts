/** Questions that ask for a guess, and questions that use the same words but ask for a fact. */
import { describe, expect, it } from "vitest";
import { asksForGuess } from "../../src/text/languages/inference-words.ts";

const GUESSES = [
  "What would Nora likely vote for?",
  "What could Nora become?",
  "Which job may Nora take?",
  "What might Nora's degree be?",
  "Is Nora perhaps religious?",
  "Could you tell me what Nora would choose?",
  "Based on what Nora said, what would she like?",
  "Was würde Nora wohl wählen?",
  "Was könnte Nora gefallen?",
  "¿Qué haría Nora?",
  "¿Dónde viviría Nora?",
  "¿Qué le gustaría a Nora?",
  "Que ferait Nora ?",
  "Où Nora pourrait-elle vivre ?",
  "Que voterait probablement Nora ?",
  "Cosa sceglierebbe Nora?",
  "O que Nora faria?",
  "Qual seria a cor favorita de Nora?",
  "Wat zou Nora kiezen?",
  "诺拉会不会喜欢？",
  "诺拉可能喜欢什么？",
  "ノラは何を選ぶだろう？",
  "노라는 아마 무엇을 고를까?",
];

const POLITE = [
  "Would you tell me where Nora lives?",
  "I would like to know where Nora lives.",
  "May I ask where Nora lives?",
  "Could you possibly remind me of her name?",
  "Würden Sie mir sagen, wann Nora kam?",
  "Könnten Sie mir vielleicht sagen, wo Nora wohnt?",
  "¿Podría decirme cuándo llegó Nora?",
  "Me gustaría saber dónde vive Nora.",
  "Pourriez-vous me dire quand Nora est venue ?",
  "Potrebbe dirmi quando è arrivata Nora?",
  "Gostaria de saber quando Nora chegou.",
  "Zou je me kunnen zeggen waar Nora woont?",
  "ノラはどこに行ったのでしょうか？",
];

const OTHER_MEANINGS = [
  "What did Nora do in may with Emil?",
  "Where did Nora go in May 2023?",
  "Wie hat sich Nora gestern wohl gefühlt?",
  "Wo fühlt sich Nora wohl?",
  "¿Por qué está Nora tan seria?",
  "¿Quién es María?",
  "¿Dónde está la librería de Nora?",
  "Que préparait Nora ?",
  "La malattia di Nora era seria?",
  "什么是不可能的？",
  "诺拉大概几点到的？",
];

const REPORTED = [
  "When did Nora say she would arrive?",
  "Who said Nora would move to Oslo?",
  "Wann sagte Nora, dass sie kommen würde?",
  "¿Cuándo dijo Nora que llegaría?",
  "Quand Nora a-t-elle dit qu'elle viendrait ?",
  "Quando ha detto Nora che sarebbe arrivata?",
  "Quando Nora disse que chegaria?",
  "Wanneer zei Nora dat ze zou komen?",
];

describe("questions that ask for a guess", () => {
  it.each(GUESSES)("A169 %j asks for a guess", (question) => {
    expect(asksForGuess(question)).toBe(true);
  });

  it.each(POLITE)("A169 the polite request %j does not ask for a guess", (question) => {
    expect(asksForGuess(question)).toBe(false);
  });

  it.each(OTHER_MEANINGS)(
    "A169 %j uses the word in another meaning and asks for no guess",
    (question) => {
      expect(asksForGuess(question)).toBe(false);
    },
  );

  it.each(REPORTED)("A169 %j asks for a reported statement, not for a guess", (question) => {
    expect(asksForGuess(question)).toBe(false);
  });
});

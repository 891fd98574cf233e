import { describe, expect, test } from "vitest";
import { isSmallTalk } from "../../src/text/languages/small-talk.ts";

describe("small talk", () => {
  test.each([
    "Nice to meet you.",
    "Hi Jonas, nice to meet you too!",
    "Good morning! How are you?",
    "Thanks a lot, Mia!",
    "Vielen Dank und bis bald!",
    "Hola, ¡buenos días!",
    "Merci beaucoup, à demain !",
    "Ciao, come stai?",
    "Bom dia, tudo bem?",
    "Dank je wel, tot morgen!",
    "你好，很高兴认识你！",
    "はじめまして。よろしくお願いします。",
    "안녕하세요, 만나서 반가워요!",
  ])("A117 greetings, thanks and wishes state no fact: %s", (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  test.each([
    "Hi, I moved to Lyon.",
    "Thanks for the blue bicycle.",
    "Good morning runs keep Ada awake.",
    "Sara",
    "Danke, ich nehme Hafermilch.",
    "Hola, soy alérgico al cacahuete.",
    "你好，我住在成都。",
  ])("A117 a sentence that adds a fact is no small talk: %s", (text) => {
    expect(isSmallTalk(text)).toBe(false);
  });
});

/** Short forms that people write in chats: weekdays, amounts and clock times. */
import { describe, expect, it } from "vitest";
import { contentStems } from "../../src/text/words.ts";

const same = (a: string, b: string) => expect(contentStems(a)).toEqual(contentStems(b));

describe("short forms in chats", () => {
  it("A442 the sign R$ means reais", () => same("R$ 480", "480 reais"));

  it.each([
    ["16.45 uur", "om 16.45 uur"],
    ["9:15 uur", "om 9:15 uur"],
  ])("A443 %j is a clock time", (written, read) => {
    expect(contentStems(written)).toEqual(contentStems(read).slice(-1));
  });

  it("A443 a Dutch decimal has a comma", () => {
    expect(contentStems("het duurt 1,5 uur")).toContain("1.5");
  });
});

import { expect, test } from "vitest";
import { descriptionOf } from "../../src/jobs/models/project-model.ts";

const settings = {
  systemDescription: "",
  systemDescriptions: { mem0: "It keeps facts." },
} as unknown as Parameters<typeof descriptionOf>[0];

test("H282 a memory system whose name is a property of every JavaScript object has no description", () => {
  expect(descriptionOf(settings, "mem0")).toBe("It keeps facts.");
  for (const name of ["constructor", "toString", "__proto__"]) {
    expect(descriptionOf(settings, name)).toBe("");
  }
});

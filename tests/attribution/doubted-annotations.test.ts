/** Annotations that a comparison of words seems to contradict. */
import { describe, expect, it } from "vitest";
import { type Said, typeOf } from "./support/talk.ts";

describe("evidence that does not name its subject", () => {
  const talk: readonly Said[] = [
    ["Ada", "The orchid in the hallway looks sad"],
    ["Ben", "It wants water every nine days"],
    ["Ada", "The tram was late"],
    ["Ben", "I lost my umbrella"],
  ];
  const asked = {
    ...{ query: "Why does the orchid in the hallway look sad?" },
    ...{ expected: "It was rarely watered", answer: "It stands in the dark." },
  };

  it("A446 is about the subject of the messages directly before it", () => {
    expect(typeOf(talk, { ...asked, at: 1 })).not.toBe("AnnotationError");
  });

  it("A446 is about another subject if the messages before it are too", () => {
    expect(typeOf(talk, { ...asked, at: 3 })).toBe("AnnotationError");
  });
});

describe("evidence that names both answers", () => {
  const query = "Which appliance in the flat is broken?";

  it("A447 does not show that the expected answer is wrong", () => {
    const said: Said = ["Ada", "Appliance check in the flat: the oven sparks; dryer is fine"];
    const asked = { query, expected: "The gas oven from 2009", answer: "The dryer.", at: 0 };
    expect(typeOf([said], asked)).not.toBe("AnnotationError");
  });

  it("A447 shows it if it names only the given answer", () => {
    const said: Said = ["Ada", "Appliance check in the flat: the dryer is broken"];
    const asked = { query, expected: "The gas oven from 2009", answer: "The dryer.", at: 0 };
    expect(typeOf([said], asked)).toBe("AnnotationError");
  });
});

describe("a search that finds the given answer more easily", () => {
  it("A449 does not compare a yes with a no", () => {
    const talk: readonly Said[] = [
      ["Guest", "I would like to bring my dog"],
      ["Host", "Dogs are only allowed with a deposit; cats live in the barn"],
      ["Guest", "Fine. Is there parking?"],
    ];
    const asked = {
      ...{ query: "Can guests bring a dog without a deposit?" },
      ...{ expected: "No, only after payment", answer: "Yes, dogs and cats live in the barn." },
    };
    expect(typeOf(talk, asked)).not.toBe("AnnotationError");
  });
});

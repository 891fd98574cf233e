/** Expected answers that a later message takes back. */
import { describe, expect, it } from "vitest";
import { type Asked, type Said, typeOf, verdictOn } from "./support/talk.ts";

describe("a value that a later message takes back", () => {
  it.each([
    [
      [
        ["Ada", "Could the piano tuner come on Monday?"],
        ["Ben", "Not on Monday, but Friday works"],
      ],
      { query: "When does the piano tuner come?", expected: "Monday", answer: "On Friday." },
    ],
    [
      [
        ["Ada", "The choir meets in room 214 for now"],
        ["Ben", "Good to know"],
        ["Ada", "The choir has been moved to room 305, the heating is broken"],
      ],
      { query: "In which room does the choir meet?", expected: "room 214", answer: "Room 305." },
    ],
    [
      [
        ["Ada", "Die Miete für die Halle beträgt 480 Euro"],
        ["Ben", "Ist das mit Strom?"],
        ["Ada", "Nein, mit Strom sind es 530 Euro"],
      ],
      { query: "Wie hoch ist die Miete der Halle?", expected: "480 Euro", answer: "530 Euro." },
    ],
    [
      [
        ["Ada", "Le mécanicien demande 640 euros pour la boîte de vitesses"],
        ["Ben", "C'est cher !"],
        ["Ada", "Au final le mécanicien a pris 590 euros"],
      ],
      {
        query: "Combien a coûté le mécanicien au final ?",
        expected: "640 euros",
        answer: "590 euros.",
      },
    ],
    [
      [
        ["Ada", "New nodes are built from the golden image called Falcon"],
        ["Ben", "Fine"],
        ["Ada", "We build nodes from Kestrel now, not Falcon any more"],
      ],
      {
        query: "From which image are nodes built?",
        expected: "Falcon",
        answer: "From the Kestrel image.",
      },
    ],
  ] satisfies [Said[], Asked][])("A450 is not the right answer: %j", (talk, asked) => {
    expect(typeOf(talk, { ...asked, at: 0 })).toBe("AnnotationError");
  });

  it.each([
    // Another person's value.
    [
      [
        ["Ada", "My dentist appointment is on Monday"],
        ["Ben", "Mine is on Friday"],
      ],
      { query: "When is Ada's dentist appointment?", expected: "Monday", answer: "On Friday." },
    ],
    // The expected value is the later one.
    [
      [
        ["Ada", "The choir meets in room 214 for now"],
        ["Ada", "The choir has been moved to room 305, the heating is broken"],
      ],
      {
        ...{ query: "In which room does the choir meet?", at: 1 },
        ...{ expected: "room 305", answer: "Room 214." },
      },
    ],
    // Another occasion, without words that revise anything.
    [
      [
        ["Ada", "The rent for the small hall is 480 euros"],
        ["Ben", "OK"],
        ["Ada", "The rent for the garden is 530 euros"],
      ],
      {
        query: "What is the rent for the small hall?",
        expected: "480 euros",
        answer: "530 euros.",
      },
    ],
    // The reply accepts the proposal.
    [
      [
        ["Ada", "Could the piano tuner come on Monday?"],
        ["Ben", "Yes, and the roofer comes on Friday"],
      ],
      { query: "When does the piano tuner come?", expected: "Monday", answer: "On Friday." },
    ],
    // The change is about another appointment or another person.
    [
      [
        ["Ada", "The piano tuner comes on Monday"],
        ["Ada", "By the way, my driving lesson was postponed to Friday"],
      ],
      { query: "When does the piano tuner come?", expected: "Monday", answer: "On Friday." },
    ],
    [
      [
        ["Ada", "Leo has his swimming exam on Monday"],
        ["Ada", "Mia's swimming exam has been moved to Friday"],
      ],
      { query: "When is Leo's swimming exam?", expected: "Monday", answer: "On Friday." },
    ],
    // Somebody else's "wait" revises nothing.
    [
      [
        ["Ada", "Our trip to Split was in May"],
        ["Ben", "Wait, really? I never knew"],
        ["Ada", "In June we drove to the lakes"],
      ],
      { query: "When was Ada's trip to Split?", expected: "May", answer: "In June." },
    ],
  ] satisfies [Said[], Asked][])("A450 stays right if nobody takes it back: %j", (talk, asked) => {
    expect(typeOf(talk, { at: 0, ...asked })).not.toBe("AnnotationError");
  });

  it("A450 is less sure if only the question asks for the final value", () => {
    const talk: Said[] = [
      ["Ada", "The roofer wants 4,100 euros"],
      ["Ben", "Fair enough"],
      ["Ada", "with the gutter it was 4,600 euros, paid"],
    ];
    const query = "What did the roofer finally cost?";
    const asked = { query, expected: "4,100 euros", answer: "4,600 euros.", at: 0 };
    const { errorType, confidence } = verdictOn(talk, asked);
    expect(errorType).toBe("AnnotationError");
    expect(confidence).toBeLessThanOrEqual(0.85);
    const other = { ...asked, query: "What does the roofer want?" };
    expect(typeOf(talk, other)).not.toBe("AnnotationError");
  });

  it("A450 a speaker can take back a yes in the next message", () => {
    const asked = {
      ...{ query: "Can Ada use the pottery kiln in July?", expected: "Yes" },
      ...{ answer: "No, the kiln is only for members.", at: 0 },
    };
    const first: Said = ["Ada", "they told me I can use the pottery kiln in July"];
    expect(typeOf([first, ["Ada", "hm no, that is only for members"]], asked)).toBe(
      "AnnotationError",
    );
    expect(typeOf([first, ["Ada", "so I have to buy clay"]], asked)).not.toBe("AnnotationError");
  });
});

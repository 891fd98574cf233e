import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { verdictOn } from "./support/one-question.ts";
import { Trace } from "./support/trace.ts";

/** A memory in which one step joins two units, and another step then clears each of them. */
function joined(text: string, clears: "tombstone" | "empty version") {
  const trace = new Trace();
  const memory = { category: "memory" };
  const units = [
    ["Omar", "For the trip we need a tent and a stove.", "The trip needs a tent and a stove."],
    ["Lea", "My bike has a flat tyre again.", "Lea's bike has a flat tyre."],
    ["Omar", "The neighbours bought a goat.", "Omar's neighbours bought a goat."],
  ].map(([speaker = "", said = "", unit = ""], index) => {
    const message = trace.message(`m${index}`, speaker, said);
    const made = trace.variable(`unit-${index}`, unit, memory);
    trace.operation(`add-${index}`, "add", [[message, made]], { category: "extraction" });
    return made;
  });
  const [first = "", second = "", third = ""] = units;
  const both = trace.variable("joined", text, memory);
  const links: [string, string][] = [first, second].map((unit) => [unit, both]);
  trace.operation("join", "consolidate", links, { category: "update" });
  for (const [index, unit] of [first, second].entries()) {
    const isEmpty = clears === "empty version";
    const options = isEmpty ? { version: 2, mutates: unit } : {};
    const gone = trace.variable(isEmpty ? `unit-${index}` : `gone-${index}`, "", options);
    trace.operation(`clear-${index}`, "delete", [[unit, gone]], { category: "deletion" });
  }
  const query = "What do we need for the trip?";
  const asked = trace.variable("question", query, { category: "query" });
  const results = trace.variable("results", `${text}\nOmar's neighbours bought a goat.`);
  const read: [string, string][] = [asked, both, third].map((from) => [from, results]);
  trace.operation("search", "search", read, { category: "retrieval" });
  const reply = trace.variable("reply", "A tent.", { category: "answer" });
  const answered: [string, string][] = [asked, results].map((from) => [from, reply]);
  trace.operation("answer", "answer", answered, { category: "answer" });
  const expected = ["a tent and a stove"];
  return attribute(trace.build(), {
    ...{ query, queryId: asked, expected, prediction: "A tent.", predictionId: reply },
    evidence: ["m0@1"],
  });
}

describe("units that are joined and then deleted", () => {
  it.each(["tombstone", "empty version"] as const)(
    "A320 the join lost the detail, not the deletion by a %s",
    (clears) => {
      const verdict = joined("The trip needs a tent; Lea's bike has a flat tyre.", clears);
      expect(verdict).toMatchObject({ errorType: "UpdateError", op: "join" });
    },
  );
});

describe("a unit about the wrong person", () => {
  it.each([
    [
      "¿A quién le asustan las serpientes?",
      { expected: "a la suegra de Rocío", answer: "a Rocío" },
      "Soy Rocío: mi suegra tiene pánico a las serpientes; a mí me encantan.",
      "A Rocío le dan miedo las serpientes, pero a su suegra le gustan.",
    ],
    [
      "Wer hat eine Latexallergie?",
      { expected: "Jolandas Mutter", answer: "Jolanda" },
      "Jolanda hier: Meine Mutter ist allergisch gegen Latex, ich nicht.",
      "Jolanda verträgt kein Latex; ihre Mutter hat keine Allergie.",
    ],
    [
      "Quem enjoa no mar?",
      { expected: "Xavier", answer: "Leonor" },
      "O meu irmão Xavier enjoa no mar; eu aguento bem.",
      "Leonor enjoa no mar; o irmão Xavier não enjoa.",
    ],
    [
      "Quem é pescador?",
      { expected: "o cunhado da Celeste", answer: "a cunhada da Celeste" },
      "O cunhado da Celeste é pescador e a cunhada é enfermeira.",
      "A cunhada da Celeste é pescadora; o cunhado é enfermeiro.",
    ],
    [
      "Quem não bebe leite?",
      { expected: "Tiago", answer: "a irmã do Tiago" },
      "O Tiago não bebe leite, a irmã dele bebe.",
      "A irmã de Tiago não bebe leite, mas ele bebe.",
    ],
  ])("A321 “%s” was made wrong by the extraction", (question, answers, message, unit) => {
    const { errorType, op } = verdictOn({ question, ...answers, message, unit });
    expect({ errorType, op }).toEqual({ errorType: "ExtractionError", op: "x2" });
  });

  it("A333 the Chinese “的” separates a person from the word for a relative", () => {
    const { errorType } = verdictOn({
      ...{ question: "谁有糖尿病?", expected: "孙雅琴的婆婆", answer: "孙雅琴的公公" },
      message: "我是孙雅琴,我婆婆有糖尿病,公公身体倒挺好。",
      unit: "孙雅琴的公公有糖尿病,婆婆身体健康。",
    });
    expect(errorType).toBe("ExtractionError");
  });

  it("A321 a unit that gives the expected answer is no loss", () => {
    const { errorType } = verdictOn({
      question: "Quem enjoa no mar?",
      ...{ expected: "Xavier", answer: "Leonor" },
      message: "O meu irmão Xavier enjoa no mar; eu aguento bem.",
      unit: "Xavier enjoa no mar; a irmã Leonor não enjoa.",
    });
    expect(errorType).toBe("ResponseError");
  });
});

/** The verdict on an answer about a message of 4 February 2025 that replies to a question. */
function replied(said: readonly string[], unit: string, asked: readonly [string, string, string]) {
  const trace = new Trace();
  const [question, expected, prediction] = asked;
  const messages = said.map((text, index) =>
    trace.message(`m${index}`, index % 2 === 0 ? "Ada" : "Veit", text, "2025-02-04"),
  );
  const [made, other] = [unit, "Ada has two goats."].map((text, index) =>
    trace.variable(`unit-${index}`, text, { category: "memory" }),
  ) as [string, string];
  const last = messages.at(-1) ?? "";
  trace.operation("x0", "extract", [[last, made]], { category: "extraction" });
  trace.operation("x1", "extract", [[messages[0] ?? "", other]], { category: "extraction" });
  const query = trace.variable("question", question, { category: "query" });
  const results = trace.variable("results", `${unit}\nAda has two goats.`);
  const read: [string, string][] = [query, made, other].map((from) => [from, results]);
  trace.operation("search", "search", read, { category: "retrieval" });
  const reply = trace.variable("reply", prediction, { category: "answer" });
  trace.operation(
    "answer",
    "answer",
    [
      [query, reply],
      [results, reply],
    ],
    { category: "answer" },
  );
  return attribute(trace.build(), {
    ...{ query: question, queryId: query, expected: [expected], prediction, predictionId: reply },
    evidence: [last],
  });
}

describe("times and replies in other words", () => {
  it("A322 other words are no paraphrase of a counted time", () => {
    const { errorType } = replied(
      ["Ich habe zwei Ziegen.", "O grupo dos alemães chega daqui a onze dias."],
      "Um grupo de alemães vem fazer surf com Veit.",
      ["Quando chega o grupo dos alemães?", "15 de fevereiro de 2025", "Não há registo da data."],
    );
    expect(errorType).toBe("ExtractionError");
  });

  it("A331 a weekday and every such day are the same weekday", () => {
    const { errorType } = replied(
      ["Tengo dos cabras.", "El taller de cerámica pasa del lunes al jueves."],
      "El taller de cerámica de Veit es los jueves.",
      ["¿Qué día es ahora el taller de cerámica?", "el jueves", "el lunes"],
    );
    expect(errorType).toBe("ResponseError");
  });

  it("A325 the length of a range supports the annotation", () => {
    const { errorType } = replied(
      ["Ich habe zwei Ziegen.", "Die Sommerpause machen wir vom 4. bis zum 22. August."],
      "Die Werkstatt schließt vom 4. bis 22. August 2025.",
      ["Wie viele Tage hat die Werkstatt im August zu?", "19 Tage", "22 Tage"],
    );
    expect(errorType).not.toBe("AnnotationError");
  });
});

/** A summary that a step rewrites after the message with the new value. */
function rewritten(from: string, to: string, answer: string) {
  const trace = new Trace();
  const first = trace.message("m0", "Nadja", "Judo is on Mondays at 4, with Ruben.");
  const summary = trace.variable("summary", from, { category: "summary" });
  trace.operation("begin", "summarize", [[first, summary]], { category: "summary" });
  const changed = trace.message("m1", "Nadja", "From June judo is on Fridays at 5, with Carla.");
  const next = trace.variable("summary", to, { category: "summary", version: 2 });
  const links: [string, string][] = [summary, changed].map((ref) => [ref, next]);
  trace.operation("go-on", "summarize", links, { category: "summary" });
  const query = "On which day does Nadja have judo now?";
  const asked = trace.variable("question", query, { category: "query" });
  const reply = trace.variable("reply", answer, { category: "answer" });
  const read: [string, string][] = [asked, next].map((ref) => [ref, reply]);
  trace.operation("answer", "answer", read, { category: "answer" });
  return attribute(trace.build(), {
    ...{ query, queryId: asked, expected: ["Friday"], prediction: answer, predictionId: reply },
    evidence: ["m1@1"],
  });
}

describe("a step that rewrites a summary", () => {
  it("A487 keeping the old value is an update error, whatever figure is new", () => {
    const verdict = rewritten(
      "Nadja has judo on Mondays at 4 pm with Ruben.",
      "Nadja has judo on Mondays at 5 pm with Carla.",
      "On Mondays (at 5 pm).",
    );
    expect(verdict).toMatchObject({ errorType: "UpdateError", op: "go-on" });
    expect(verdict.reason).toContain("still states “Mondays” and not “Friday”");
  });

  it("A487 leaving out the new value without keeping the old one is an extraction error", () => {
    const verdict = rewritten(
      "Nadja likes sports.",
      "Nadja likes sports and trains with Carla.",
      "I do not know.",
    );
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "go-on" });
  });
});

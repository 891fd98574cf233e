import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { inducedSubgraph, wholeGraph } from "../../src/graph/parts/subgraph.ts";
import { isRenderedLonger, type RenderOptions, renderSubgraph } from "../../src/graph/render.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const graphWith = (value: string) =>
  buildGraph(GRAPH, [
    variable("m", "m1", {
      ...{ at: 0, class: "message", category: "message", comment: value, value },
      metadata: { speaker: value },
    }),
    variable("u", "u1", { at: 1, value: "Rex" }),
    operation("op", { at: 2, name: "extract", error: value }),
    link("l1", "op", "m", "u", { at: 3 }),
  ]);
const render = (value: string, options: RenderOptions) => {
  const graph = graphWith(value);
  return renderSubgraph(graph, wholeGraph(graph), options);
};

test("Q21 XML holds the part's variables, links and operations", () => {
  expect(render("a dog", { format: "xml" })).toBe(
    [
      "<graph>",
      "  <variables>",
      '    <variable id="message:m1@1" name="m1" version="1" class="message" category="message" at="1970-01-01T00:00:00.000Z"><comment>a dog</comment><value>a dog</value></variable>',
      '    <variable id="u1@1" name="u1" version="1" category="variable" at="1970-01-01T00:00:00.001Z"><value>Rex</value></variable>',
      "  </variables>",
      "  <links>",
      '    <link id="l1" from="message:m1@1" to="u1@1" operation="op" category="operation" at="1970-01-01T00:00:00.003Z"/>',
      "  </links>",
      "  <operations>",
      '    <operation id="op" name="extract" category="operation" at="1970-01-01T00:00:00.002Z"><error>a dog</error></operation>',
      "  </operations>",
      "</graph>",
    ].join("\n"),
  );
});

test("Q21 Markdown holds the part's variables, links and operations", () => {
  const graph = graphWith("a dog");
  expect(renderSubgraph(graph, inducedSubgraph(graph, ["u1@1"]), { format: "markdown" })).toBe(
    [
      ...["# Graph", "", "## Variables (1)", "", "### Variable", "", "- id: ` u1@1 `"],
      ...["- name: ` u1 `", "- version: ` 1 `", "- category: ` variable `"],
      ...["- at: ` 1970-01-01T00:00:00.001Z `", "", "value:", "", "```text", "Rex", "```"],
    ].join("\n"),
  );
  expect(render("a dog", { format: "markdown" })).toContain("- from: ` message:m1@1 `");
});

test("Q21 an empty part is an empty graph", () => {
  const graph = graphWith("");
  const empty = inducedSubgraph(graph, []);
  expect(renderSubgraph(graph, empty, { format: "xml" })).toBe("<graph/>");
  expect(renderSubgraph(graph, empty, { format: "markdown" })).toBe("# Graph\n\nEmpty.");
});

const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("<", ">", "&", '"', "'", "/", "value", "`", "~", "\n", "#", " "),
  }),
  fc.constantFrom("</value><value>", "]]>", "\u0000\ufffe\ud800", "```\n# Graph\n````", "<!--"),
);

test("Q22 no text ends the XML element that holds it", () => {
  const tagsOf = (xml: string) => xml.match(/<\/?\w*/g);
  const expected = tagsOf(render("safe", { format: "xml", metadata: true }));
  fc.assert(
    fc.property(hostile, (text) => {
      const xml = render(text, { format: "xml", metadata: true });
      expect(tagsOf(xml)).toEqual(expected);
      expect(xml).not.toMatch(/&(?!\w+;|#\d+;)/);
      expect(
        [...xml].filter((character) => character < " " && !"\t\n".includes(character)),
      ).toEqual([]);
      expect(xml.isWellFormed() && !/[\ufffe\uffff]/.test(xml)).toBe(true);
      const [, value] = /<value>([^<]*)<\/value>/.exec(xml) ?? [];
      if (/^[\n\u0020-\u007e]*$/.test(text)) expect(unescaped(value ?? "")).toBe(text);
    }),
  );
});

const unescaped = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

test("Q22 no text ends the Markdown fence that holds it", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const lines = render(text, { format: "markdown" }).split("\n");
      const outside: string[] = [];
      let fence: string | undefined;
      for (const line of lines) {
        const run = /^`{3,}/.exec(line)?.[0];
        if (fence === undefined && run !== undefined) fence = run;
        else if (fence !== undefined && run !== undefined && run.length >= fence.length) {
          fence = undefined;
        } else if (fence === undefined) outside.push(line);
      }
      expect(fence).toBeUndefined();
      expect(outside.filter((line) => line.startsWith("#"))).toEqual([
        ...["# Graph", "## Variables (2)", "### Variable", "### Variable"],
        ...["## Links (1)", "### Link", "## Operations (1)", "### Operation"],
      ]);
    }),
  );
});

test("Q22 no name ends the line that holds it", () => {
  const graph = buildGraph(GRAPH, [variable("v", "a`` ` b", { value: "x" })]);
  const text = renderSubgraph(graph, wholeGraph(graph), { format: "markdown" });
  expect(text).toContain("- name: ``` a`` ` b ```");
});

test.each(["xml", "markdown"] as const)(
  "Q23 metadata is off by default, and values can be hidden or cut: %s",
  (format) => {
    const text = "twelve chars";
    expect(render(text, { format })).not.toContain("speaker");
    expect(render(text, { format, metadata: true })).toContain("speaker");
    expect(render(text, { format, valueChars: 0 })).not.toContain("Rex");
    const cut = render(text, { format, valueChars: 6 });
    expect(cut).toContain("twelve… [6 of 12 characters]");
    expect(cut).toContain("Rex");
  },
);

test("Q40 comments, errors and metadata count towards the length of a rendering, as values do", () => {
  const long = "word ".repeat(1_000);
  const events: TraceEvent[] = [
    { type: "variable", id: "a", graph: "g", at: 1, ref: "a", name: "a", value: long },
    { type: "variable", id: "b", graph: "g", at: 2, ref: "b", name: "b", value: "b" },
    { type: "link", id: "l", graph: "g", at: 3, op: "o", from: "a", to: "b", comment: long },
    { type: "operation", id: "o", graph: "g", at: 4, op: "o", name: "o", error: long },
  ];
  const graph = buildGraph("g", events);
  const isLonger = (most: number, options: Partial<RenderOptions> = {}) =>
    isRenderedLonger(graph, wholeGraph(graph), { format: "xml", ...options }, most);
  expect(isLonger(3 * long.length)).toBe(true);
  expect(isLonger(3 * long.length, { valueChars: 0 })).toBe(false);
  expect(isLonger(2 * long.length, { valueChars: 0 })).toBe(true);
  expect(isLonger(4 * long.length)).toBe(false);
});

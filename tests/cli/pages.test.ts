/**
 * The code blocks of the documentation pages. tests/sdk/start-pages.test.ts and
 * tests/integrations/pages.test.ts run the blocks in TypeScript and Python; this file runs those of
 * sh and yaml.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Declaration } from "../../src/protocol/routes/declaration.ts";
import { memtrace } from "./support/memtrace.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/**
 * Each page with the languages of its blocks. The test fails for a page or a language that is
 * missing here.
 */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "index.md": ["sh", "text"],
  "start/typescript.md": ["sh", "ts"],
  "start/python.md": ["python", "sh"],
  "start/opentelemetry.md": ["python", "sh"],
  "start/mem0.md": ["sh", "ts"],
  "start/curl.md": ["sh"],
  "concepts/evolution-graph.md": [],
  "concepts/error-types.md": [],
  "concepts/way-of-a-fact.md": [],
  "integrations/index.md": [],
  "reading-a-case.md": ["sh"],
  "security.md": [],
  "troubleshooting.md": [],
  "cost.md": ["sh"],
  "ci.md": ["yaml"],
};
/** Programs whose TypeScript and Python run elsewhere. */
const RUN_ELSEWHERE = ["start/typescript.md", "start/python.md", "start/mem0.md"];
/** The Python of this page needs packages that no test installs, so another test only parses it. */
const PARSED_ELSEWHERE = ["start/opentelemetry.md"];

interface Block {
  readonly language: string;
  readonly code: string;
}

const textOf = (page: string) => readFileSync(join(ROOT, "docs", page), "utf8");
const blocksOf = (page: string): Block[] =>
  [...textOf(page).matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, language = "", code = ""]) => ({ language, code }),
  );

/** Lists every use of `memtrace` and `npm run` in code blocks and in the text. */
const commandsOf = (page: string) =>
  [...textOf(page).matchAll(/npx --no memtrace ([^\n`#]+(?:\n +--[^\n`#]+)*)/g)].map(
    ([, line = ""]) => line.trim().split(/\s+/),
  );

async function declaredPaths(): Promise<RegExp[]> {
  const folder = join(ROOT, "src/protocol/routes");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith(".ts")).map((file) => import(join(folder, file))),
  );
  return modules
    .flatMap((module) => Object.values<Partial<Declaration> | undefined>(module))
    .flatMap((declared) => declared?.contract?.path ?? [])
    .map((path) => new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
}

describe("code of the documentation", () => {
  it.each(Object.keys(PAGES))("Y74 a test covers the language of every block of %s", (page) => {
    const languages = new Set(blocksOf(page).map(({ language }) => language));
    expect([...languages].sort()).toEqual(PAGES[page]);
    const isProgram = languages.has("ts") || languages.has("python");
    expect(isProgram).toBe([...RUN_ELSEWHERE, ...PARSED_ELSEWHERE].includes(page));
  });

  it("Y74 a test covers every page below docs/start and docs/concepts", () => {
    for (const folder of ["start", "concepts"]) {
      const pages = readdirSync(join(ROOT, "docs", folder)).map((name) => `${folder}/${name}`);
      expect(pages.filter((page) => !(page in PAGES))).toEqual([]);
    }
  });

  it.each(Object.keys(PAGES))(
    "Y74 the shell blocks of %s parse and name existing scripts and routes",
    async (page) => {
      const shell = blocksOf(page).filter(({ language }) => language === "sh");
      for (const { code } of shell) execFileSync("sh", ["-n", "-c", code]);
      const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
      const text = textOf(page);
      for (const [, name = ""] of text.matchAll(/npm run ([\w:]+)/g)) {
        expect(scripts).toHaveProperty([name]);
      }
      const routes = await declaredPaths();
      expect(routes.length).toBeGreaterThan(50);
      const asked = [
        ...text.matchAll(/(?:MEMTRACE_URL|GET |POST |localhost:8787)(\/v1\/[^\s"`?#]+)/g),
      ];
      for (const [, path = ""] of asked) {
        expect([path, routes.some((route) => route.test(path))]).toEqual([path, true]);
      }
    },
  );

  it.each([...Object.keys(PAGES), "experiments.md", "memory.md", "impact.md", "replay.md"])(
    "Y74 the commands and options in %s exist",
    async (page) => {
      for (const [name = "", ...args] of commandsOf(page)) {
        const { code, out } = await memtrace([name, "--help"]);
        expect([page, name, code]).toEqual([page, name, 0]);
        const options = args.flatMap((arg) => /^--[\w-]+/.exec(arg) ?? []);
        for (const option of options) expect(out).toContain(option);
      }
    },
  );
});

/** Writes an expression of a GitHub workflow. */
const expression = (value: string) => ["$", `{{ ${value} }}`].join("");

it("Y78 the help links to the documentation page at the service's address", async () => {
  const env = { MEMTRACE_URL: "https://memtrace.example" };
  const [all, one, other] = await Promise.all([
    memtrace(["--help"], { env }),
    memtrace(["experiment", "--help"], { env }),
    memtrace(["tail", "--help"]),
  ]);
  expect(all.out).toMatch(/^Documentation: https:\/\/memtrace\.example\/docs$/m);
  expect(one.out).toMatch(/^Documentation: https:\/\/memtrace\.example\/docs\/experiments$/m);
  expect(other.out).toMatch(/^Documentation: http:\/\/localhost:8787\/docs\/command-line$/m);
});

interface Workflow {
  readonly name: string;
  readonly on: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly "runs-on": string;
        readonly env: Readonly<Record<string, string>>;
        readonly steps: readonly {
          readonly uses?: string;
          readonly run?: string;
          readonly name?: string;
        }[];
      }
    >
  >;
}

describe("workflows for CI", () => {
  // Use a YAML parser that comes with a tool of the project.
  const { parse } = createRequire(createRequire(import.meta.url).resolve("knip"))("yaml");
  const workflows: Workflow[] = blocksOf("ci.md").map(({ code }) => parse(code));

  it("Y75 each workflow parses, has triggers and jobs, and reads key and address from the repository", () => {
    expect(workflows.map(({ name }) => name)).toEqual(["memory experiment", "memory health"]);
    for (const { on, jobs } of workflows) {
      expect(on).toBeTruthy();
      for (const job of Object.values(jobs)) {
        expect(job.env).toEqual({
          MEMTRACE_API_KEY: expression("secrets.MEMTRACE_API_KEY"),
          MEMTRACE_URL: expression("vars.MEMTRACE_URL"),
        });
        for (const step of job.steps) expect(step.uses ?? step.run).toEqual(expect.any(String));
      }
    }
  });

  it("Y75 each workflow runs one command with a bound, and the command's options exist", async () => {
    const lines = workflows.flatMap(({ jobs }) =>
      Object.values(jobs).flatMap(({ steps }) =>
        steps.flatMap(({ run = "" }) => (run.includes("npx --no memtrace ") ? [run] : [])),
      ),
    );
    expect(lines).toHaveLength(workflows.length);
    for (const line of lines) {
      const [, name = "", rest = ""] = /npx --no memtrace (\w+) ([^\n>]*)/.exec(line) ?? [];
      const { out } = await memtrace([name, "--help"]);
      const options = rest.match(/--[\w-]+/g) ?? [];
      expect(options).toContain("--fail-under");
      for (const option of options) expect(out).toContain(option);
    }
  });
});

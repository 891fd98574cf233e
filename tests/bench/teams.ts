/** Measures the queries of the organization's pages on much data, in local D1. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Bench } from "./command.ts";
import { type Figure, percentile } from "./measurement.ts";
import { withFolder } from "./runtime.ts";
import type { TeamsAnswer } from "./teams-answer.ts";

const MOST_MS = 300;

const figuresOf = (page: string, queries: TeamsAnswer["audit"]): Figure[] =>
  Object.entries(queries).map(([name, values]) => ({
    ...{ name: `${page}, ${name}, p95`, value: percentile(values, 0.95), unit: "ms" },
    target: { atMost: MOST_MS },
  }));

export const bench: Bench = {
  about:
    "the pages of the audit log with each filter, of usage, of members, and the overview, in a large organization",
  options: { entries: { about: "entries of the organization's log", default: "1000000" } },
  run: ({ entries = "" }) =>
    withFolder(async (folder) => {
      const side = join(import.meta.dirname, "workers", "teams-side.ts");
      const output = execFileSync(process.execPath, ["--no-warnings", side, folder, entries], {
        ...{ encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
      });
      const answer = JSON.parse(output) as TeamsAnswer;
      return {
        figures: [
          ...figuresOf("audit log", answer.audit),
          ...figuresOf("usage", answer.usage),
          ...figuresOf("members", answer.members),
          ...figuresOf("overview", answer.overview),
        ],
        details: {
          how: "In miniflare's D1, called from another process, without HTTP: the repository's query with the page's 50 entries. Usage: 20 projects with two years of days. Members: 1,000, with as many open invitations. Overview: a project with 100,000 wrong answers and as many right ones in two years.",
          answer,
        },
      };
    }),
};

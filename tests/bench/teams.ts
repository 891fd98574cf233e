/** Measures the queries of the organization's pages on much data, in local D1. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Bench } from "./command.ts";
import { percentile } from "./measurement.ts";
import { withFolder } from "./runtime.ts";
import type { TeamsAnswer } from "./teams-answer.ts";

const MOST_MS = 300;

export const bench: Bench = {
  about: "the audit log's page with each filter, in an organization with very many entries",
  options: { entries: { about: "entries of the organization's log", default: "1000000" } },
  run: ({ entries = "" }) =>
    withFolder(async (folder) => {
      const side = join(import.meta.dirname, "workers", "teams-side.ts");
      const output = execFileSync(process.execPath, ["--no-warnings", side, folder, entries], {
        ...{ encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
      });
      const answer = JSON.parse(output) as TeamsAnswer;
      return {
        figures: Object.entries(answer.audit).map(([name, values]) => ({
          ...{ name: `audit log, ${name}, p95`, value: percentile(values, 0.95), unit: "ms" },
          target: { atMost: MOST_MS },
        })),
        details: {
          how: "In miniflare's D1, called from another process, without HTTP: the repository's query with the page's 50 entries.",
          answer,
        },
      };
    }),
};

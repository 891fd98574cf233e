import { errorDistribution } from "./cases/error-distribution.ts";
import { labelCase } from "./cases/label-case.ts";
import { listCases } from "./cases/list-cases.ts";
import { proposeFix } from "./cases/propose-fix.ts";
import { replayPlan } from "./cases/replay-plan.ts";
import { reports } from "./cases/reports.ts";
import { whyWrong } from "./cases/why-wrong.ts";
import { blameUnit } from "./graphs/blame-unit.ts";
import { whatDidItKnow } from "./graphs/memory-at.ts";
import { searchRecords } from "./graphs/search-graph.ts";
import { traceInformation } from "./graphs/trace-information.ts";
import type { Tool } from "./tool.ts";

/** All tools. They are in the order in which an agent usually needs them. */
export const TOOLS: readonly Tool[] = [
  errorDistribution,
  listCases,
  whyWrong,
  proposeFix,
  replayPlan,
  whatDidItKnow,
  traceInformation,
  blameUnit,
  searchRecords,
  reports,
  labelCase,
];

/** Addresses of the scripted API that show each page of the UI in each of its states. */
import type { Page } from "playwright-core";
import { EMPTY } from "./fixture/ledger.ts";

export const FULL = "/p/p_full";
/** Every page, with a Playwright selector for something that shows it has loaded. */
export const EVERY_PAGE: readonly (readonly [name: string, path: string, sign: string])[] = [
  ["overview", `${FULL}?period=90d`, "text=By memory system"],
  ["overview-empty", "/p/p_new", "text=Waiting for the first event"],
  ["overview-quiet", "/p/p_quiet", "text=No wrong answers here"],
  ["overview-error", "/p/p_broken", "text=req_7Kq2Zt91"],
  ["cases", `${FULL}/cases?period=all`, "text=Decisive operation"],
  ["cases-all", `${FULL}/cases?period=all&judged=all`, ".judged-answers td"],
  ["cases-right", `${FULL}/cases?period=all&judged=right`, ".judged-answers td"],
  ["cases-empty", "/p/p_quiet/cases?period=all", "text=No wrong answers yet"],
  ["case", `${FULL}/cases/case-0000-5f2c9ab17e`, ".variable-node"],
  ["case-step", `${FULL}/cases/case-0000-5f2c9ab17e?step=2`, ".step-text .diff"],
  ["case-long-chain", `${FULL}/cases/case-0005-5f2c9ab17e`, ".chain-fold"],
  ["case-annotation", `${FULL}/cases/case-0011-5f2c9ab17e`, "text=No operation is at fault"],
  ["case-undecided", `${FULL}/cases/case-0009-5f2c9ab17e`, "text=What would help"],
  ["case-running", `${FULL}/cases/case-0003-5f2c9ab17e`, "text=Being attributed"],
  ["case-failed", `${FULL}/cases/case-0008-5f2c9ab17e`, "text=could not be attributed"],
  ["case-replayed", `${FULL}/cases/case-0001-5f2c9ab17e`, ".side-by-side td"],
  ["case-disputed", `${FULL}/cases/case-0010-5f2c9ab17e`, ".label-status .disputed"],
  ["case-missing", `${FULL}/cases/none`, "text=There is no such case"],
  ["agreement", `${FULL}/agreement?period=all`, ".disagreement-list li"],
  ["agreement-empty", "/p/p_quiet/agreement", "text=No labelled case matches"],
  ["graphs", `${FULL}/graphs`, "text=user-4711"],
  ["graph", `${FULL}/graphs/user-4711`, "text=Memory system"],
  [
    "graph-message",
    `${FULL}/graphs/user-4711?variable=message-D3:14@1`,
    ".selected-message .trace",
  ],
  ["graph-memory", `${FULL}/graphs/user-4711?view=memory`, ".units .trace"],
  [
    "graph-memory-changes",
    `${FULL}/graphs/user-4711?view=memory&against=2026-01-01T00:00:00.000Z`,
    ".units .diff",
  ],
  [
    "graph-search",
    `${FULL}/graphs/user-4711?view=search&q=sunflowers&open=variable%20message-D3:14@1`,
    ".hit-open .trace",
  ],
  ["operation", `${FULL}/graphs/user-4711/operations/op-search-9`, ".variable-node"],
  ["variable", `${FULL}/graphs/user-4711/variables/memory-unit-31@2`, ".link-table td"],
  [
    "variable-blame",
    `${FULL}/graphs/user-4711/variables/memory-unit-31@2?show=blame&direction=backward`,
    ".blame-legend td",
  ],
  ["ledger", `${FULL}/graphs/user-4711/ledger`, ".ledger-table td"],
  [
    "ledger-unit",
    `${FULL}/graphs/user-4711/ledger?flags=%5B%22loop%22%5D&unit=memory-unit-31`,
    ".unit-flags",
  ],
  ["ledger-empty", `${FULL}/graphs/${EMPTY}/ledger`, "text=No memory units yet"],
  ["ledger-searches", `${FULL}/graphs/user-4711/ledger?list=searches`, ".wide-table td"],
  ["derived", `${FULL}/graphs/user-4711/derived/message-D3:14@1`, ".wide-table td"],
  ["derived-missing", `${FULL}/graphs/user-4711/derived/none@1`, ".failure"],
  ["variable-missing", `${FULL}/graphs/user-4711/variables/none@1`, ".failure"],
  ["reports", `${FULL}/reports`, ".headline-list li"],
  ["reports-empty", "/p/p_quiet/reports", "text=No report yet"],
  ["report", `${FULL}/reports/report-2`, "text=What went wrong where"],
  ["report-explaining", `${FULL}/reports/report-3`, "text=step 4 of 12"],
  ["findings", `${FULL}/findings`, ".finding-table td"],
  ["findings-empty", "/p/p_quiet/findings", "text=No finding yet"],
  ["finding", `${FULL}/findings/fnd_2`, ".finding-history li"],
  ["finding-merged", `${FULL}/findings/fnd_4`, ".finding-merged"],
  ["memory", `${FULL}/memory`, ".memory-table td"],
  ["memory-empty", "/p/p_quiet/memory", "text=No memory counted yet"],
  ["queues", `${FULL}/queues`, ".queue-list li"],
  ["queues-empty", "/p/p_quiet/queues", "text=No queues yet"],
  ["queue", `${FULL}/queues/que_1`, ".wide-table td"],
  ["queue-missing", `${FULL}/queues/none`, "text=There is no such"],
  ["queue-item", `${FULL}/queues/que_1/items/case-0000-5f2c9ab17e`, ".queue-evidence .trace"],
  ["queue-item-shown", `${FULL}/queues/que_2/items/case-0001-5f2c9ab17e`, ".verdict"],
  ["audit", `${FULL}/audit`, ".audit-table td"],
  ["audit-empty", "/p/p_quiet/audit", "text=No entries yet"],
  ["usage", `${FULL}/usage`, ".usage-table td"],
  ["usage-unlimited", "/p/p_quiet/usage", "text=Your plan has no limits"],
  ["mentions", `${FULL}/mentions`, ".mention-items li"],
  ["mentions-empty", "/p/p_quiet/mentions", "text=Nobody has mentioned you yet"],
  ["shift", `${FULL}/shifts/shf_1`, "text=By chance"],
  ["prompts", `${FULL}/prompts`, ".prompt-table td"],
  ["prompts-empty", "/p/p_quiet/prompts", "text=No prompt yet"],
  ["prompt", `${FULL}/prompts/extract-facts?version=2&against=1`, ".prompt .diff"],
  ["proposals", `${FULL}/proposals`, ".headline-list li"],
  ["proposals-empty", "/p/p_quiet/proposals", "text=No proposal yet"],
  ["proposal", `${FULL}/proposals/prop_1`, ".proposal .diff"],
  ["experiments", `${FULL}/experiments`, "text=with the longer memory"],
  ["experiments-empty", "/p/p_quiet/experiments", "text=No experiment yet"],
  ["experiment", `${FULL}/experiments/exp_2?against=exp_1`, "text=Better: +21.4 points"],
  ["dataset", `${FULL}/datasets/ds_1`, "text=Where did the 0th boat go?"],
  ["benchmarks", `${FULL}/benchmarks`, ".benchmark-table td"],
  ["annotation-errors", `${FULL}/annotation-errors`, ".benchmark-cases td"],
  ["annotation-errors-empty", "/p/p_quiet/annotation-errors", "text=No annotation is suspected"],
  ["benchmarks-empty", "/p/p_quiet/benchmarks", "text=No benchmark yet"],
  ["benchmark", `${FULL}/benchmarks/bm_1`, ".benchmark-card li"],
  ["benchmark-draft", `${FULL}/benchmarks/bm_2`, "text=without a label"],
  ["benchmark-missing", `${FULL}/benchmarks/none`, ".failure"],
  ["webhooks", `${FULL}/webhooks`, "text=hooks.example.com"],
  ["webhooks-empty", "/p/p_quiet/webhooks", "text=No endpoints yet"],
  ["deliveries", `${FULL}/deliveries?delivery=msg_0_2Zk8JtQ0wX`, ".payload"],
  ["keys", `${FULL}/keys`, "text=production"],
  ["people", `${FULL}/people`, "text=new@example.com"],
  ["settings", `${FULL}/settings`, "text=Name of the project"],
  ["account", `${FULL}/account`, "text=this browser"],
  ["invitation", "/join/o_9/inv_mine", "text=Decline"],
  ["invitation-expired", "/join/o_9/inv_expired", "text=has expired"],
  ["invitation-accepted", "/join/o_1/inv_gone", "text=You are a member of"],
  ["start", "/start", "text=Create the project"],
  ["sign-in", "/sign-in", "text=Create an account"],
  ["forgot-password", "/forgot-password", "text=Send the link"],
  ["reset-password", "/reset-password#mta_good", "text=Change the password"],
  ["reset-password-ended", "/reset-password", "text=Ask for a new link"],
  ["verify-email", "/verify-email#mta_good", "text=Confirm that the address"],
  ["sign-up", "/sign-up", "text=At least 10 characters"],
];

/** The page's address when every customer text is replaced by this one. */
export const addressWith = (path: string, text: string) =>
  path.replace(
    /(graphs|operations|variables|derived)\/([^/?]+)/g,
    (_, list: string, id: string) => {
      return `${list}/${id}${encodeURIComponent(`~${text.toWellFormed()}`)}`;
    },
  );

/** Waits until the page loads nothing more. */
export const hasLoaded = (page: Page) =>
  page.waitForFunction(
    () =>
      document.querySelector("h1, .failure, .empty") &&
      !document.querySelector(":not(.verdict) > .skeleton"),
    { timeout: 8_000 },
  );

/** `memtrace report`: reports the errors of a period. */
import type { ReportSummary } from "../../protocol/api/insights/reports.ts";
import {
  type Command,
  checkTime,
  clientOf,
  commandOptions,
  EXIT,
  noArguments,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  usageError,
} from "../command.ts";
import { reportMarkdown, reportText } from "../text/report-text.ts";
import { type TextColumn, textTable } from "../text/text-table.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  list: { type: "boolean", default: false },
  from: { type: "string" },
  to: { type: "string" },
  markdown: { type: "boolean", default: false },
} as const;

const LIST: readonly TextColumn<ReportSummary>[] = [
  { title: "REPORT", text: ({ id }) => id },
  { title: "FROM", text: ({ from }) => from.slice(0, 10) },
  { title: "TO", text: ({ to }) => to.slice(0, 10) },
  { title: "HEADLINE", text: ({ headline }) => headline, share: 1 },
];

export const report: Command = {
  usage: "[REPORT] [options]",
  summary: "make a report of the wrong answers, or show an earlier report",
  help: `Makes a report of the last seven days and prints it. With the id of an earlier report, prints that one.

  --from, --to TIME  the period, in ISO 8601, such as 2026-03-04T00:00:00Z
  --list             list all reports, newest first
  --markdown         print the report as Markdown
${SERVICE_HELP}

The key needs the scope read, and write to make a report.`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("report", OPTIONS, args);
    const { json, list, markdown, from, to } = values;
    const isPeriodGiven = from !== undefined || to !== undefined;
    if (list && (isPeriodGiven || markdown)) {
      throw usageError("report", "--list does not combine with --from, --to or --markdown.");
    }
    if (positionals.length > 0 && isPeriodGiven) {
      throw usageError(
        "report",
        "--from and --to are for a new report: leave out the id of an earlier one.",
      );
    }
    if (json && markdown) throw usageError("report", "Choose --json or --markdown.");
    if (list) noArguments("report --list", positionals);
    checkTime("report", "--from", from);
    checkTime("report", "--to", to);
    const id =
      positionals.length === 0 ? undefined : onlyArgument("report", "a report", positionals);
    const api = clientOf("report", values, terminal);
    if (list) {
      const reports = await api.reports();
      if (json) terminal.printJson(reports);
      else if (reports.length === 0) terminal.note("No report was made yet.");
      else terminal.print(textTable(LIST, reports, terminal));
      return EXIT.done;
    }
    const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const made = id === undefined ? await api.createReport(period) : await api.report(id);
    if (json) terminal.printJson(made);
    else terminal.print(markdown ? reportMarkdown(made) : reportText(made, terminal));
    return EXIT.done;
  },
};

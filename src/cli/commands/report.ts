/** `memtrace report`: reports the wrong answers of a period. */
import type { CreateReport, ReportSummary } from "../../protocol/api/insights/reports.ts";
import { CASE_FILTER_HELP, CASE_FILTER_OPTIONS, caseFilterOf } from "../case-filter.ts";
import {
  type Command,
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
  ...CASE_FILTER_OPTIONS,
  graph: { type: "string", multiple: true },
  user: { type: "string", multiple: true },
  case: { type: "string", multiple: true },
  file: { type: "string" },
  list: { type: "boolean", default: false },
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
  help: `Makes a report about the last seven days and prints it. If you give the id of an earlier report, the
command prints that report instead. The options below choose the cases of a new report.

  --graph GRAPH      only cases of this graph; may be repeated
  --user ID          only cases of this end user's graphs; may be repeated
  --case CASE        only this case; may be repeated
${CASE_FILTER_HELP}
  --file FILE        report on the cases in this file, without the service. The file contains the
                     output of memtrace cases --json, attribute --json or eval --json
  --list             list all reports, newest first
  --markdown         print the report as Markdown
${SERVICE_HELP}

The key needs the scope read. To make a report, it also needs the scope write.`,
  page: "reports",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("report", OPTIONS, args);
    const { json, list, markdown, file } = values;
    const selection = selectionOf(values);
    const isSelected = Object.keys(selection).length > 0;
    if (list && (isSelected || markdown)) {
      throw usageError("report", "--list cannot be combined with options of a report.");
    }
    if (positionals.length > 0 && isSelected) {
      const problem = "Options that choose cases are only for a new report";
      throw usageError("report", `${problem}: leave out the id of the earlier report.`);
    }
    if (file !== undefined && (isSelected || list || positionals.length > 0)) {
      throw usageError(
        "report",
        "--file reports on all cases of the file: give no options that choose cases.",
      );
    }
    if (json && markdown) throw usageError("report", "Give --json or --markdown, not both.");
    if (list) noArguments("report --list", positionals);
    const id =
      positionals.length === 0 ? undefined : onlyArgument("report", "a report", positionals);
    if (file !== undefined) {
      // Load this module only now. Without `--file`, the service makes the report, and the module
      // is not needed.
      const { reportOfFile } = await import("../report-of-file.ts");
      const made = await reportOfFile(file, Date.now());
      if (json) terminal.printJson(made);
      else terminal.print(markdown ? reportMarkdown(made) : reportText(made, terminal));
      return EXIT.done;
    }
    const api = clientOf("report", values, terminal);
    if (list) {
      const reports = await api.reports();
      if (json) terminal.printJson(reports);
      else if (reports.length === 0) terminal.note("No report was made yet.");
      else terminal.print(textTable(LIST, reports, terminal));
      return EXIT.done;
    }
    const made = id === undefined ? await api.createReport(selection) : await api.report(id);
    if (json) terminal.printJson(made);
    else terminal.print(markdown ? reportMarkdown(made) : reportText(made, terminal));
    return EXIT.done;
  },
};

type Given = ReturnType<typeof commandOptions<typeof OPTIONS>>["values"];

function selectionOf(values: Given): CreateReport {
  const chosen = {
    ...caseFilterOf("report", values),
    ...{ graphs: values.graph, users: values.user, cases: values.case },
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
}

/** `memtrace health`: shows memory health, and compares its figures with bounds. */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { LEDGER_SHARES, meetsBound } from "../../protocol/api/explorer/health-words.ts";
import { nearest } from "../../protocol/nearest.ts";
import {
  type Command,
  clientOf,
  commandOptions,
  countOf,
  EXIT,
  noArguments,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  usageError,
} from "../command.ts";
import { type HealthShare, healthText, sharesOf, shareText } from "../text/health-text.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  period: { type: "string" },
  system: { type: "string" },
  "fail-under": { type: "string", multiple: true },
  "fail-over": { type: "string", multiple: true },
} as const;

const DAY_MS = 24 * 3_600_000;

interface Bound {
  readonly option: string;
  readonly figure: HealthShare["figure"];
  readonly share: number;
}

export const health: Command = {
  usage: "[options]",
  summary: "show the share of facts still in memory, and the operations that lose facts",
  help: `Prints the figures of memory health with their 95% intervals, and the operations that lose most
facts. MemTrace counts a graph after ten minutes without new events.

  --period 30d       count only messages of the last 30 days; figures of units and searches cover all
                     days
  --system SYSTEM    count only graphs of this memory system
  --fail-under FIGURE=SHARE  exit with 1 if the figure is lower than SHARE. FIGURE is survival
  --fail-over FIGURE=SHARE   exit with 1 if the figure is higher than SHARE. FIGURE is one of
                     ${LEDGER_SHARES.slice(0, 4).join(", ")},
                     ${LEDGER_SHARES.slice(4).join(", ")}
${SERVICE_HELP}

--fail-under and --fail-over can be repeated. If there was nothing to count for a figure, the exit code
is 1 too. The key needs the scope read.`,
  page: "memory#memory-health",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("health", OPTIONS, args);
    noArguments("health", positionals);
    const { json, period, system } = values;
    const bounds = [
      ...(values["fail-under"] ?? []).map((given) => boundOf("--fail-under", ["survival"], given)),
      ...(values["fail-over"] ?? []).map((given) => boundOf("--fail-over", LEDGER_SHARES, given)),
    ];
    const query = {
      ...(period === undefined ? {} : { from: firstDay(period) }),
      ...(system === undefined ? {} : { system }),
    };
    const found = await clientOf("health", values, terminal).call("GET /memory/health", { query });
    if (json) terminal.printJson(found);
    else terminal.print(healthText(found, terminal));
    const missed = bounds.filter((bound) => !isMet(bound, found));
    for (const { option, figure, share } of missed) {
      const text = sharesOf(found).find((each) => each.figure === figure);
      const now = text === undefined ? "not counted" : shareText(text);
      terminal.note(`${figure} is ${now}, which ${option} ${figure}=${share} does not allow.`);
    }
    return missed.length === 0 ? EXIT.done : EXIT.refused;
  },
};

function isMet({ figure, share }: Bound, found: MemoryHealth): boolean {
  const value = sharesOf(found).find((each) => each.figure === figure)?.share.value ?? null;
  return value !== null && meetsBound(figure, value, share);
}

function boundOf(option: string, figures: readonly HealthShare["figure"][], given: string): Bound {
  const [name = "", text = ""] = given.split("=");
  const figure = figures.find((each) => each === name);
  if (figure === undefined) {
    const meant = nearest(name, figures);
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    throw usageError("health", `${option} has no figure ${name}.${hint}`);
  }
  const share = Number(text);
  if (text.trim() === "" || !(share >= 0 && share <= 1)) {
    const problem = `${option} is ${given}; give a share from 0 to 1, such as ${figure}=0.8.`;
    throw usageError("health", problem);
  }
  return { option, figure, share };
}

/** Returns the first day of the period, in UTC, because the service counts days in UTC. */
function firstDay(period: string): string {
  if (!period.endsWith("d")) {
    throw usageError("health", `--period is ${period}; give days, such as 30d.`);
  }
  const days = countOf("health", "--period", period.slice(0, -1));
  const first = new Date(Date.now() - (days - 1) * DAY_MS);
  if (Number.isNaN(first.getTime()) || first.getUTCFullYear() < 1) {
    throw usageError(
      "health",
      `--period is ${period}; that begins before the year 1. Give fewer days.`,
    );
  }
  return first.toISOString().slice(0, 10);
}

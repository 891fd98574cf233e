/** `npm run simulate`: plays a day of many tenants against the platform's limits and prices. */
import { writeFileSync } from "node:fs";
import {
  checkFolderOf,
  readOptions,
  runCommand,
  UsageError,
} from "../../../src/local/command-line.ts";
import { ASSUMED } from "./arrivals.ts";
import { measureCalibration, readCalibration } from "./calibration.ts";
import { INCLUDED, LIMITS, PRICES, SHORTEST_DATABASE_CALL } from "./platform.ts";
import { play } from "./play.ts";
import { reportText } from "./report-text.ts";
import { readRules } from "./rules.ts";
import { verdictOf } from "./verdict.ts";

const HELP = `npm run simulate -- [--events-per-day N] [--tenants N] [--seed N] [--json FILE] [--calibrate]

Plays the events of one day against a model of the platform's published limits and prices. Says which
limit is met first, what the service then does, and what a month costs. What an event costs comes
from a measurement of the real Worker (tests/bench/simulate/calibration.json).

  --events-per-day N  events of all tenants; repeat it for several sizes (default 1e8, 1e9 and 1e10)
  --tenants N         tenants (default 10000)
  --seed N            seed of the arrivals (default 1)
  --json FILE         writes all figures, assumptions, limits and prices
  --calibrate         first measures again (npm run bench -- cost and -- store) and writes
                      calibration.json; takes about six minutes
  --help              shows this text`;

const SIZES = ["1e8", "1e9", "1e10"];
const MOST_EVENTS = 1e13;
const MOST_TENANTS = 1_000_000;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      "events-per-day": { type: "string", multiple: true, default: SIZES },
      tenants: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      calibrate: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (positionals.length > 0)
    throw new UsageError(`Nothing is expected here: ${positionals}.\n\n${HELP}`);
  const sizes = values["events-per-day"].map((text) =>
    wholeNumber("--events-per-day", text, MOST_EVENTS),
  );
  const tenants = wholeNumber("--tenants", values.tenants, MOST_TENANTS);
  const seed = wholeNumber("--seed", values.seed, 2 ** 32 - 1);
  checkFolderOf("--json", values.json);
  if (values.calibrate) await measureCalibration();
  const calibration = readCalibration();
  const rules = await readRules();
  const days = sizes.map((eventsPerDay) => {
    const played = play({ eventsPerDay, tenants, seed }, calibration, rules);
    return { played, verdict: verdictOf(played, rules) };
  });
  console.log(reportText(days, calibration));
  if (values.json !== undefined) {
    const platform = { limits: LIMITS, prices: PRICES, included: INCLUDED, SHORTEST_DATABASE_CALL };
    const report = { assumed: ASSUMED, calibration, rules, platform, days };
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return 0;
});

function wholeNumber(option: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new UsageError(`${option} is ${text}; give a whole number from 1 to ${most}.`);
}

/**
 * The command line of `npm run bench` and `npm run faults`, which run one measurement by its name.
 */
import { writeFileSync } from "node:fs";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { runCommand, UserError } from "../../src/local/command-line.ts";
import { type Figure, isReached, type Measurement, toReport } from "./measurement.ts";

export interface Bench {
  /** One line for the help. */
  readonly about: string;
  /** Options of the measurement, as texts, so that the help can show each default. */
  readonly options?: Readonly<Record<string, BenchOption>>;
  run(options: Readonly<Record<string, string>>): Promise<Measurement>;
}

interface BenchOption {
  readonly about: string;
  /** If absent, the option may be omitted and is then an empty text. */
  readonly default?: string;
}

/** Loads a measurement only when it runs, so that the code of the others is not loaded. */
export type Benches = Readonly<Record<string, () => Promise<{ bench: Bench }>>>;

const SHARED = {
  json: { type: "string" },
  check: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Runs the measurement that the command line names. The exit code is 1 if `--check` fails. */
export async function measure(command: string, benches: Benches): Promise<void> {
  await runCommand(async () => {
    const [name, ...args] = process.argv.slice(2);
    const load = name === undefined ? undefined : benches[name];
    if (name === undefined || load === undefined) {
      const help = await helpOf(command, benches);
      if (name === "--help" || name === "-h") {
        console.log(help);
        return 0;
      }
      throw new UserError(name === undefined ? help : `Nothing is called ${name}.\n\n${help}`);
    }
    return run(command, name, (await load()).bench, args);
  });
}

async function run(command: string, name: string, bench: Bench, args: string[]): Promise<number> {
  const own: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(bench.options ?? {}).map(([option, { default: text = "" }]) => [
      option,
      { type: "string", default: text },
    ]),
  );
  const help = `npm run ${command} -- ${describe(name, bench)}`;
  const values = parse(args, { ...own, ...SHARED }, help);
  if (values.help === true) {
    console.log(help);
    return 0;
  }
  const startedAt = new Date();
  const texts = Object.keys(own).map((option) => [option, String(values[option])] as const);
  const measurement = await bench.run(Object.fromEntries(texts));
  for (const figure of measurement.figures) console.log(lineOf(figure));
  if (typeof values.json === "string") {
    const report = toReport(`${command} ${name}`, startedAt, measurement);
    writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return values.check === true && !measurement.figures.every(isReached) ? 1 : 0;
}

function parse(args: string[], options: ParseArgsOptionsConfig, help: string) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

async function helpOf(command: string, benches: Benches): Promise<string> {
  const lines = await Promise.all(
    Object.entries(benches).map(
      async ([name, load]) => `  ${describe(name, (await load()).bench)}`,
    ),
  );
  return `npm run ${command} -- NAME [--json FILE] [--check] [options of NAME]

  --json FILE  writes the figures, the machine and the commit
  --check      ends with 1 where a figure misses its target

${lines.join("\n")}`;
}

function describe(name: string, { about, options = {} }: Bench): string {
  const lines = Object.entries(options).map(
    ([option, { about: what, default: text }]) =>
      `\n      --${option}  ${what}${text === undefined ? "" : ` (default ${text})`}`,
  );
  return `${name}  ${about}${lines.join("")}`;
}

function lineOf(figure: Figure): string {
  const { name, value, unit, target } = figure;
  const shown = value === null ? "not measured" : `${Number(value.toPrecision(4))} ${unit}`;
  const text = `${name}: ${shown}`;
  if (target === undefined) return text;
  const wanted = "atLeast" in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`;
  return `${text} (${wanted}: ${isReached(figure) ? "reached" : "missed"})`;
}

/** Prints a command's output: results as text or JSON to stdout, everything else to stderr. */
import { cutTo, harmless, harmlessJson } from "./text/shown-text.ts";

type Output = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;
type Environment = Readonly<Record<string, string | undefined>>;

/** Columns if the terminal's width is unknown. */
const DEFAULT_COLUMNS = 120;
const CLEAR_LINE = "\r\u001b[K";

export class Terminal {
  readonly #out: Output;
  readonly #err: Output;
  readonly #environment: Environment;
  #isProgressShown = false;

  constructor(out: Output, err: Output, environment: Environment) {
    this.#out = out;
    this.#err = err;
    this.#environment = environment;
  }

  get columns(): number {
    const said = Number(this.#environment.COLUMNS);
    // A terminal without a known width has 0 `columns`.
    return this.#out.columns || (said > 0 ? said : DEFAULT_COLUMNS);
  }

  /** Prints a part of the result. */
  print(text: string): void {
    this.#clearProgress();
    this.#out.write(`${text}\n`);
  }

  /** Prints JSON: either the whole result, or one line of a result in the format JSON Lines. */
  printJson(value: unknown, indent = 2): void {
    this.#clearProgress();
    this.#out.write(`${harmlessJson(JSON.stringify(value, null, indent))}\n`);
  }

  /** Prints text to stderr that is no part of the result. */
  note(text: string): void {
    this.#clearProgress();
    this.#err.write(`${harmless(text)}\n`);
  }

  /** Shows one line, which the next call overwrites. Shows nothing if stderr is not a terminal. */
  progress(text: string): void {
    if (!this.#err.isTTY) return;
    const line = cutTo(harmless(text), (this.#err.columns || DEFAULT_COLUMNS) - 1);
    this.#err.write(`${CLEAR_LINE}${line}`);
    this.#isProgressShown = true;
  }

  bold(text: string): string {
    const { NO_COLOR = "", TERM } = this.#environment;
    const isPlain = !this.#out.isTTY || NO_COLOR !== "" || TERM === "dumb";
    return isPlain ? text : `\u001b[1m${text}\u001b[22m`;
  }

  #clearProgress(): void {
    if (!this.#isProgressShown) return;
    this.#err.write(CLEAR_LINE);
    this.#isProgressShown = false;
  }
}

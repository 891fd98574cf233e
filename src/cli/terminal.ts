/**
 * Where a command's answer and its progress go: the answer to stdout, as text or as JSON and nothing
 * else, what is said on the way to stderr.
 */
import { cutTo, harmless, harmlessJson } from "./text/shown-text.ts";

type Output = Pick<NodeJS.WriteStream, "write" | "isTTY" | "columns">;
type Environment = Readonly<Record<string, string | undefined>>;

/** Of a table where nobody says how wide it may be. */
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
    // A terminal that does not know its width says 0.
    return this.#out.columns || (said > 0 ? said : DEFAULT_COLUMNS);
  }

  /** Part of the answer. */
  print(text: string): void {
    this.#clearProgress();
    this.#out.write(`${text}\n`);
  }

  /** The whole answer, or one line of it. */
  printJson(value: unknown, indent = 2): void {
    this.#clearProgress();
    this.#out.write(`${harmlessJson(JSON.stringify(value, null, indent))}\n`);
  }

  /** Something to know that is not the answer. */
  note(text: string): void {
    this.#clearProgress();
    this.#err.write(`${harmless(text)}\n`);
  }

  /** How far the work is: one line that is rewritten, and nothing where nobody watches. */
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

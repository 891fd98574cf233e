/**
 * Shows whole operations to the agent: all inputs and outputs with their full values, page by page.
 */
import type { Operation } from "../../graph/model.ts";
import type { Catalog } from "./catalog.ts";

interface WholePage {
  readonly operations: readonly string[];
  readonly offset: number;
  readonly text: string;
  /** Offset of the next page; absent on the last page. */
  readonly nextOffset?: number;
}

/** @param offset number of characters on the pages before this page */
export function wholeOperations(
  operations: readonly Operation[],
  catalog: Catalog,
  { offset, pageChars }: { readonly offset: number; readonly pageChars: number },
): WholePage {
  const page = new Page(offset, pageChars);
  for (const operation of operations) {
    for (const piece of piecesOf(operation, catalog)) if (!page.take(piece)) break;
    if (page.isFull) break;
  }
  return {
    operations: operations.map(({ id }) => catalog.nameOf(id)),
    ...{ offset, text: page.text.toWellFormed() },
    ...(page.isFull ? { nextOffset: offset + page.text.length } : {}),
  };
}

function* piecesOf({ id, name, category, error }: Operation, catalog: Catalog): Generator<string> {
  const kind = category === undefined ? "" : ` (${category})`;
  yield `${catalog.nameOf(id)} ${name}${kind}\n`;
  if (error !== undefined) yield `failed: ${error}\n`;
  const { inputs, intermediates, outputs } = catalog.graph.endsOf(id);
  const ends = [
    ...inputs.map((variable) => ({ role: "input", variable })),
    ...intermediates.map((variable) => ({ role: "made on the way", variable })),
    ...outputs.map((variable) => ({ role: "output", variable })),
  ];
  for (const { role, variable } of ends) {
    const called = `${catalog.nameOf(variable.id)} ${variable.id}`;
    yield `-- ${role} ${called}\n`;
    yield `${variable.value}\n`;
  }
}

class Page {
  #skipped = 0;
  #text = "";
  isFull = false;
  readonly #offset: number;
  readonly #chars: number;

  constructor(offset: number, chars: number) {
    this.#offset = offset;
    this.#chars = chars;
  }

  get text(): string {
    return this.#text;
  }

  /**
   * The caller passes all pieces of the text, from its beginning. This method skips the characters
   * that were on earlier pages, and adds the rest of the piece to the page. If the rest does not
   * fit, adds only its beginning and returns false.
   */
  take(piece: string): boolean {
    const before = Math.min(piece.length, this.#offset - this.#skipped);
    this.#skipped += before;
    if (before === piece.length) return true;
    const room = this.#chars - this.#text.length;
    const rest = piece.slice(before);
    this.#text += rest.slice(0, room);
    this.isFull = rest.length > room;
    return !this.isFull;
  }
}

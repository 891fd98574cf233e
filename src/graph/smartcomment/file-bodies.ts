/** Reads the values and details of records from a parsed export file on demand. */

import type { Bodies, Detail } from "../build/event-table.ts";
import { TimeColumn } from "../columns/columns.ts";
import type { GraphHeader, Source } from "../model.ts";
import { operationExtra } from "./extra-fields.ts";
import type { Json } from "./record-fields.ts";
import { metadataOf, type RecordForm, RecordOrigins, sourceOf, textOf } from "./record-origin.ts";

export class FileBodies implements Bodies {
  readonly cachedChars = 0;
  readonly #origins: RecordOrigins;
  readonly #records: Json[] = [];
  readonly #forms: RecordForm[] = [];
  readonly #times = new TimeColumn();
  #last: { readonly event: number; readonly detail: Detail } | undefined;

  constructor(header: GraphHeader) {
    this.#origins = new RecordOrigins(header);
  }

  /** Adds the record of the next event in the table. `at` is its time in the graph. */
  add(form: RecordForm, record: Json, at: number): void {
    this.#records.push(record);
    this.#forms.push(form);
    this.#times.push(at);
  }

  text(event: number): string {
    return String(this.#records[event]?.value);
  }

  chars(event: number): number {
    return this.text(event).length;
  }

  sameText(a: number, b: number): boolean {
    return this.text(a) === this.text(b);
  }

  detail(event: number): Detail {
    if (this.#last?.event !== event) {
      const record = this.#records[event] as Json;
      const origin = () =>
        this.#origins.of(this.#forms[event] as RecordForm, record, this.#times.at(event));
      this.#last = { event, detail: new RecordDetail(record, origin) };
    }
    return this.#last.detail;
  }
}

class RecordDetail implements Detail {
  readonly #record: Json;
  readonly #originOf: () => Json | undefined;

  constructor(record: Json, originOf: () => Json | undefined) {
    this.#record = record;
    this.#originOf = originOf;
  }

  get comment(): string | undefined {
    return textOf(this.#record.comment);
  }
  get metadata(): Json | undefined {
    return metadataOf(this.#record.metadata);
  }
  get source(): Source | undefined {
    return sourceOf(this.#record);
  }
  get error(): string | undefined {
    return operationExtra(this.#record).error;
  }
  get origin(): Json | undefined {
    return this.#originOf();
  }
}

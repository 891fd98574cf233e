/**
 * A reader throws this error if a file is damaged or belongs to another benchmark. The message
 * names the field with the problem.
 */
export class DamagedDataset extends Error {
  override readonly name = "DamagedDataset";
  /** Path of the wrong field, such as `[3].conversation.session_2[4].dia_id`. */
  readonly place: string;

  constructor(place: string, problem: string) {
    super(`${place || "The file"}: ${problem}`);
    this.place = place;
  }
}

/**
 * A value in a dataset file. `place` is the path of the value inside the file. Error messages name
 * this path.
 */
export class PlacedValue {
  readonly value: unknown;
  readonly place: string;

  constructor(value: unknown, place: string) {
    this.value = value;
    this.place = place;
  }

  /**
   * Returns a field; the value of a missing field is undefined.
   * @throws DamagedDataset if the value is not an object
   */
  field(name: string): PlacedValue {
    const { value, place } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw this.damaged("must be an object");
    const own = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return new PlacedValue(own, place === "" ? name : `${place}.${name}`);
  }

  names(): string[] {
    this.field("");
    return Object.keys(Object(this.value));
  }

  items(): PlacedValue[] {
    if (!Array.isArray(this.value)) throw this.damaged("must be a list");
    return this.value.map((item, at) => new PlacedValue(item, `${this.place}[${at}]`));
  }

  text(): string {
    if (typeof this.value === "string" && this.value.trim() !== "") return this.value;
    throw this.damaged("must be a text that is not empty");
  }

  /** Returns the answer as text. Some answers are numbers, such as years. */
  answer(): string {
    return typeof this.value === "number" ? String(this.value) : this.text();
  }

  texts(): string[] {
    return this.items().map((item) => item.text());
  }

  /** Returns undefined for a missing or null value; otherwise reads it. */
  optional<T>(read: (value: PlacedValue) => T): T | undefined {
    return this.value === undefined || this.value === null ? undefined : read(this);
  }

  /**
   * Returns a time as ISO 8601.
   * @throws DamagedDataset if `fieldsOf` cannot read the text, or if the date does not exist
   */
  time(example: string, fieldsOf: (text: string) => readonly number[] | undefined): string {
    const text = this.text();
    const fields = fieldsOf(text);
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = fields ?? [];
    const time = new Date(Date.UTC(year, month - 1, day, hour, minute));
    const isReal =
      time.getUTCDate() === day && time.getUTCHours() === hour && time.getUTCMinutes() === minute;
    if (fields === undefined || !isReal)
      throw this.damaged(`is “${text.slice(0, 60)}”, not a time such as ${example}`);
    return time.toISOString();
  }

  damaged(problem: string): DamagedDataset {
    return new DamagedDataset(this.place, problem);
  }
}

/** @param content a file's text, or its parsed content */
export function placed(content: unknown): PlacedValue {
  if (typeof content !== "string") return new PlacedValue(content, "");
  try {
    return new PlacedValue(JSON.parse(content.replace(/^\ufeff/, "")), "");
  } catch (error) {
    throw new DamagedDataset("", `is not JSON: ${Object(error).message}`);
  }
}

/** A class with decorators in source form; the test compiles it before it runs. */
import type { MemTrace } from "../../../sdk/src/index.ts";

export function decorated(memtrace: MemTrace) {
  return class Store {
    readonly #units: string[] = [];

    @memtrace.operation("add", { category: "extraction", output: () => null })
    async add(text: string): Promise<string> {
      const id = `unit-${this.#units.push(text) - 1}`;
      memtrace.variable(text, { name: id, category: "memory_entry" });
      return id;
    }

    @memtrace.operation("search")
    search(_query: string): readonly string[] {
      return this.#units;
    }
  };
}

import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import type { ComparedCase } from "./expectations.ts";
import type { Receiver } from "./receiver.ts";

const startedAt = performance.now();

/** Prints a progress line that begins with the seconds since the demo's start. */
export function step(text: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${text} …`);
}

export function printCases(rows: readonly ComparedCase[]): void {
  const table = rows.map(({ expected, found, matches }) => [
    expected.query,
    expected.expected,
    expected.answered,
    found?.errorType ?? "—",
    found?.opName ?? "—",
    found?.confidence?.toFixed(2) ?? "—",
    matches ? "✓" : `✗ injected ${expected.errorType} at ${expected.operation?.name ?? "none"}`,
  ]);
  printTable(
    ["question", "expected", "answered", "error type", "decisive operation", "conf.", "injected"],
    [44, 18, 34, 16, 18, 5, 60],
    table,
  );
}

export function printDeliveries(deliveries: readonly Delivery[], receiver: Receiver): void {
  const byEvent = Map.groupBy(deliveries, ({ event }) => event);
  for (const [event, of] of byEvent) {
    const verified = of.filter(({ id }) => receiver.verified.has(id)).length;
    console.log(`  ${event}: ${of.length} delivered, ${verified} signatures verified`);
  }
  for (const refusal of receiver.refused) console.log(`  refused: ${refusal}`);
}

function printTable(
  head: readonly string[],
  widths: readonly number[],
  rows: readonly (readonly string[])[],
): void {
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 20))
      .join("  ")
      .trimEnd();
  console.log(`\n  ${line(head)}`);
  console.log(`  ${line(widths.map((width) => "─".repeat(Math.min(width, 20))))}`);
  for (const row of rows) console.log(`  ${line(row)}`);
  console.log("");
}

function padded(text: string, width: number): string {
  const flat = text.replaceAll(/\s+/g, " ");
  return flat.length > width ? `${flat.slice(0, width - 1)}…` : flat.padEnd(width);
}

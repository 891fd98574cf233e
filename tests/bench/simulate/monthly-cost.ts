/** The cost of the units of a day in a month of 30 such days, at list prices. */
import type { Units } from "./calibration.ts";
import { INCLUDED, OBJECT_GIGABYTES, OPERATIONS_PER_MESSAGE, PRICES } from "./platform.ts";

const MONTH_DAYS = 30;
/** Days for which packs are assumed to be kept, by the retention that projects set. */
export const KEPT_DAYS = 30;

/** In US dollars. */
export interface MonthlyCost {
  readonly items: Readonly<Record<string, number>>;
  readonly total: number;
  readonly perMillionEvents: number;
}

export function monthlyCost(units: Units, eventsPerDay: number): MonthlyCost {
  const month = (unit: keyof Units) => units[unit] * MONTH_DAYS;
  const beyond = (used: number, included: { readonly value: number }) =>
    Math.max(0, used - included.value);
  const rowsWritten =
    beyond(month("objectRowsWritten") + month("alarmsSet"), INCLUDED.objectRowsWritten) +
    beyond(month("databaseRowsWritten"), INCLUDED.databaseRowsWritten);
  const rowsRead =
    beyond(month("objectRowsRead"), INCLUDED.objectRowsRead) +
    beyond(month("databaseRowsRead"), INCLUDED.databaseRowsRead);
  const gigabyteSeconds = (month("objectMilliseconds") / 1_000) * OBJECT_GIGABYTES;
  const operations = month("queueMessages") * OPERATIONS_PER_MESSAGE;
  const gigabytes = (units.databaseBytes * KEPT_DAYS) / 1e9;
  const items = {
    plan: PRICES.month.value,
    workerRequests:
      beyond(month("workerRequests"), INCLUDED.workerRequests) * PRICES.workerRequest.value,
    cpu:
      beyond(month("processorMilliseconds"), INCLUDED.cpuMilliseconds) *
      PRICES.cpuMillisecond.value,
    objectRequests:
      beyond(month("objectRequests"), INCLUDED.objectRequests) * PRICES.objectRequest.value,
    objectDuration:
      beyond(gigabyteSeconds, INCLUDED.objectGigabyteSeconds) * PRICES.objectGigabyteSecond.value,
    rowsWritten: rowsWritten * PRICES.rowWritten.value,
    rowsRead: rowsRead * PRICES.rowRead.value,
    queueOperations: beyond(operations, INCLUDED.queueOperations) * PRICES.queueOperation.value,
    databaseStorage:
      beyond(gigabytes, INCLUDED.databaseGigabytes) * PRICES.databaseGigabyteMonth.value,
  };
  const total = Object.values(items).reduce((sum, item) => sum + item, 0);
  const millions = (eventsPerDay * MONTH_DAYS) / 1e6;
  return { items, total, perMillionEvents: millions === 0 ? 0 : total / millions };
}

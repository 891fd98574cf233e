/** Figures of the simulation as text. */
const DAY_SECONDS = 86_400;

export function count(value: number): string {
  const digits = Math.abs(value) < 10 ? 1 : 0;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

export function dollars(value: number): string {
  return `$${value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })}`;
}

export function percent(share: number): string {
  const digits = share > 0 && share < 0.1 ? 2 : 0;
  return `${(100 * share).toLocaleString("en-US", { maximumFractionDigits: digits })}%`;
}

export function bytesText(bytes: number): string {
  if (bytes >= 1e12) return `${count(bytes / 1e12)} TB`;
  return bytes >= 1e9 ? `${count(bytes / 1e9)} GB` : `${count(bytes / 1e6)} MB`;
}

export function durationText(seconds: number): string {
  if (seconds >= 2 * DAY_SECONDS) return `${count(seconds / DAY_SECONDS)} days`;
  if (seconds >= 2 * 3_600) return `${count(seconds / 3_600)} hours`;
  return seconds >= 120 ? `${count(seconds / 60)} minutes` : `${count(seconds)} seconds`;
}

/** A moment from the start of the first day. */
export function momentText(seconds: number): string {
  const day = Math.floor(seconds / DAY_SECONDS) + 1;
  const minute = Math.floor((seconds % DAY_SECONDS) / 60);
  const two = (part: number) => `${part}`.padStart(2, "0");
  return `day ${count(day)}, ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

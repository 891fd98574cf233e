/** The program that every client traces: one function, called repeatedly. */
export interface CallsAnswer {
  /** Microseconds per call, one entry per round: in the app, and until everything was delivered. */
  readonly called: readonly number[];
  readonly delivered: readonly number[];
  /**
   * Processor time of the app's process until the delivery, on all its threads, in microseconds.
   */
  readonly processor: readonly number[];
  /** Bytes that the sink received. */
  readonly received: number;
}

/** The traced function. */
export function step(text: string): string {
  return `${text.slice(0, 20)} was read, and this is the answer`;
}

/** Returns a text for one call, different from the text of every other call. */
export function input(round: number, call: number, chars: number): string {
  return `${round} ${call} `.padEnd(chars, "x");
}

interface Traced {
  /** Calls the traced function with every text; resolves when the last call has returned. */
  call(round: number, texts: readonly string[]): Promise<void>;
  /** Resolves when everything has been delivered. */
  flush(): Promise<unknown>;
}

/** Times `rounds` rounds of `calls` calls each. */
export async function timeCalls(
  { call, flush }: Traced,
  [rounds = 0, calls = 0, chars = 0]: readonly number[],
): Promise<Omit<CallsAnswer, "received">> {
  const called: number[] = [];
  const delivered: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const texts = Array.from({ length: calls }, (_, number) => input(round, number, chars));
    const started = performance.now();
    const before = process.cpuUsage();
    await call(round, texts);
    called.push(((performance.now() - started) / calls) * 1_000);
    await flush();
    delivered.push(((performance.now() - started) / calls) * 1_000);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / calls);
  }
  return { called, delivered, processor };
}

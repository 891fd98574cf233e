/**
 * Measures the cost of the overview of a project with years of cases, in the real runtime, over
 * HTTP.
 */
import type { Counters } from "./billable-units.ts";
import type { Bench } from "./command.ts";
import { type Figure, type Measurement, median, percentile } from "./measurement.ts";
import { bundleProduct, newKey, type Runtime, startRuntime, withFolder } from "./runtime.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_DAYS = 730;
const ROWS_AT_ONCE = 20_000;
const MOST_MS = 200;
const MOST_ROWS = 5_000;
const ROUNDS = 25;

export const bench: Bench = {
  about: "the overview and distributions of a project with two years of cases",
  options: {
    cases: { about: "wrong answers, and as many right ones", default: "1000000" },
    processes: { about: "fresh processes, of which the median counts", default: "3" },
  },
  run: ({ cases, processes }) =>
    withFolder((folder) => run(folder, Number(cases), Number(processes))),
};

interface Asked {
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
}

interface Taken {
  readonly name: string;
  readonly milliseconds: number;
  readonly rows: number;
  readonly cases: number;
}

async function run(folder: string, cases: number, processes: number): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/filled.ts");
  const now = Date.now();
  const first = await startRuntime("product", bundle, `${folder}/state`);
  let key = "";
  let seconds = 0;
  try {
    key = await newKey(first.url);
    const started = performance.now();
    await fill(first, cases, now);
    seconds = (performance.now() - started) / 1_000;
    await sumDays(first);
  } finally {
    await first.kill();
  }
  const taken: Taken[][] = [];
  let kinds = 0;
  for (let process = 0; process < processes; process++) {
    const runtime = await startRuntime("product", bundle, `${folder}/state`);
    try {
      taken.push(await takeAll(runtime, key, now));
      kinds = (await sql(runtime, "select id from answer_kind")).length;
    } finally {
      await runtime.kill();
    }
  }
  const names = [...new Set(taken.flat().map(({ name }) => name))];
  const figures = names.flatMap((name): Figure[] => {
    const own = taken.flat().filter((one) => one.name === name);
    const of = (unit: "milliseconds" | "rows") => median(own.map((one) => one[unit]));
    return [
      {
        ...{ name: `${name}, p95`, value: of("milliseconds"), unit: "ms" },
        target: { atMost: MOST_MS },
      },
      {
        ...{ name: `${name}, rows read`, value: of("rows"), unit: "rows" },
        target: { atMost: MOST_ROWS },
      },
    ];
  });
  return {
    figures,
    details: {
      how: `GET /v1/distribution over HTTP, ${ROUNDS} times in each of ${processes} fresh processes; rows are those that D1 counts for the whole request. ${cases} wrong and ${cases} right answers, evenly over ${PERIOD_DAYS} days: 2 systems, 3 session categories, 12 operations, 5% undecided, 1% failed, 2% labelled; no prompt versions.`,
      ...{ kinds, fillSeconds: seconds },
      taken,
    },
  };
}

/**
 * Returns the periods that the page offers. Their starts and ends are inside an hour, not at full
 * hours.
 */
function askedAt(now: number): Asked[] {
  const since = (days: number) => new Date(now - days * DAY_MS + 12_345).toISOString();
  const two = { from: since(PERIOD_DAYS), to: new Date(now).toISOString() };
  return [
    { name: "overview, two years", query: two },
    { name: "overview, 90 days", query: { ...two, from: since(90) } },
    { name: "overview, 7 days", query: { ...two, from: since(7) } },
    { name: "overview, one day", query: { ...two, from: since(1) } },
    { name: "two years of a system", query: { ...two, system: "system 1" } },
    {
      name: "two years of a type and operation",
      query: { ...two, errorType: "UpdateError", opName: "step 3" },
    },
  ];
}

async function takeAll(runtime: Runtime, key: string, now: number): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const { name, query } of askedAt(now)) {
    const url = `${runtime.url}/v1/distribution?${new URLSearchParams(query)}`;
    const times: number[] = [];
    let rows = 0;
    let cases = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await rowsReadOf(runtime);
      const started = performance.now();
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      const body = (await answer.json()) as { cases: number };
      times.push(performance.now() - started);
      if (!answer.ok) throw new Error(JSON.stringify(body));
      rows = Math.max(rows, (await rowsReadOf(runtime)) - before);
      cases = body.cases;
    }
    taken.push({ name, milliseconds: percentile(times, 0.95), rows, cases });
  }
  return taken;
}

async function rowsReadOf({ url }: Runtime): Promise<number> {
  return ((await (await fetch(`${url}/counters`)).json()) as Counters).databaseRowsRead;
}

/** Compares all tallies once, which also makes those of full days. */
async function sumDays(runtime: Runtime): Promise<void> {
  for (;;) {
    const answer = await fetch(`${runtime.url}/prove`, { method: "POST" });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const due = `select project as id from tally_check where due_at <= ${Date.now()}`;
    if ((await sql(runtime, due)).length === 0) return;
  }
}

async function sql({ url }: Runtime, statement: string): Promise<{ id: unknown }[]> {
  const answer = await fetch(`${url}/sql`, { method: "POST", body: statement });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: unknown }[];
}

/** Writes the cases directly into the database, whose triggers make the tallies. */
async function fill(runtime: Runtime, cases: number, now: number): Promise<void> {
  const [project] = await sql(runtime, "select id from project");
  const step = (PERIOD_DAYS * DAY_MS) / cases;
  const id = String(project?.id);
  for (let from = 0; from < cases; from += ROWS_AT_ONCE) {
    const to = Math.min(cases, from + ROWS_AT_ONCE);
    const numbers = `with recursive n(i, r) as (select ${from}, ${from} * 7919 % 100003 union all
      select i + 1, (i + 1) * 7919 % 100003 from n where i + 1 < ${to})`;
    const shared = `'system ' || (r % 2), 'category ' || (r % 3), cast(${now} - ${step} * (i + 0.5) as integer), ${now}`;
    await sql(
      runtime,
      `${numbers} insert into failed_case (id, project, graph, origin, query, expected, prediction, evidence,
        system, session_category, occurred_at, created_at, state, state_at, attributed_at, outcome, error_type,
        sub_kind, op, op_name, confidence, label)
      select 'case_' || i, '${id}', 'graph ' || (i / 20), 'verdict', 'Where is it?', '["here"]', 'There.', '[]',
        ${shared}, iif(r / 5 % 100 = 7, 'failed', 'done'), ${now}, ${now},
        iif(r / 5 % 100 = 7, null, iif(r / 7 % 20 = 3, 'undecided', 'attributed')),
        iif(r / 5 % 100 = 7 or r / 7 % 20 = 3, null, iif(r / 72 % 4, 'UpdateError', 'RetrievalError')),
        iif(r / 5 % 100 = 7 or r / 7 % 20 = 3, null, iif(r / 72 % 4, 'older kept', 'ranked out')),
        'op ' || i, iif(r / 5 % 100 = 7 or r / 7 % 20 = 3, null, 'step ' || (r / 6 % 12)), 0.9,
        iif(r / 288 % 50 = 1, '{"errorType":"UpdateError","op":null,"also":[]}', null) from n`,
    );
    await sql(
      runtime,
      `${numbers} insert into right_answer (id, project, graph, origin, query, expected, prediction, score,
        system, session_category, occurred_at, created_at)
      select 'ans_r' || i, '${id}', 'graph ' || (i / 20), 'verdict', 'Where is it?', '["here"]', 'Here.', 1,
        ${shared} from n`,
    );
  }
}

/**
 * Measures how often authors of labels agree with each other and with the tracer's verdicts. Error
 * types and operations are measured separately.
 */
import type { Agreement, AgreementRate } from "../protocol/api/annotation/agreement.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import { cohensKappa, type RatedPair } from "../statistics/kappa.ts";
import { wilson } from "../statistics/wilson.ts";
import type { LabelledCauses } from "./case-row.ts";

/** One author's label of a case, with the case's verdict. */
export interface RatedCase {
  readonly case: string;
  readonly graph: string;
  readonly author: string;
  readonly label: LabelledCauses;
  /** Null without a verdict, or if the verdict is undecided. */
  readonly errorType: ErrorType | null;
  readonly op: string | null;
}

interface Opinion {
  readonly errorType: ErrorType;
  readonly op: string | null;
}

interface Compared {
  readonly cases: number;
  readonly type: AgreementRate;
  readonly op: AgreementRate;
}

export type ComparedAuthors = {
  readonly authors: readonly { readonly author: string; readonly cases: number }[];
  readonly people: readonly (Compared & { readonly first: string; readonly second: string })[];
  readonly tracer: readonly (Compared & { readonly author: string })[];
} & Pick<Agreement, "cases">;

/**
 * Compares each pair of authors on the cases that both labelled, and each author with the verdicts.
 * Authors and pairs with the most cases come first.
 */
export function compareAuthors(rated: readonly RatedCase[]): ComparedAuthors {
  const byAuthor = new Map<string, Map<string, RatedCase>>();
  for (const row of rated) {
    const own = byAuthor.get(row.author) ?? new Map<string, RatedCase>();
    byAuthor.set(row.author, own.set(row.case, row));
  }
  const authors = [...byAuthor].sort(
    ([a, of], [b, than]) => than.size - of.size || (a < b ? -1 : 1),
  );
  const people = authors.flatMap(([first, own], at) =>
    authors.slice(at + 1).flatMap(([second, others]) => {
      const both = [...own].flatMap(([id, row]) => {
        const other = others.get(id);
        return other ? [compared(row, row.label, other.label)] : [];
      });
      return both.length === 0 ? [] : [{ first, second, ...ratesOf(both) }];
    }),
  );
  const tracer = authors.flatMap(([author, own]) => {
    const decided = [...own.values()].flatMap((row) => {
      const { errorType, op } = row;
      if (errorType === null) return [];
      const verdict = { errorType, op };
      return [compared(row, nearest(row.label, verdict), verdict)];
    });
    return decided.length === 0 ? [] : [{ author, ...ratesOf(decided) }];
  });
  return {
    cases: new Set(rated.map((row) => row.case)).size,
    authors: authors.map(([author, { size }]) => ({ author, cases: size })),
    people: people.sort((a, b) => b.cases - a.cases),
    tracer,
  };
}

/**
 * A label can have several causes. Returns the cause that is nearest to the verdict. This is the
 * first of the following that the label has:
 * 1. a cause with the verdict's error type, and with the verdict's operation or no operation
 * 2. a cause with the verdict's error type
 * 3. a cause with the verdict's operation
 * 4. the main cause
 *
 * A cause of the first kind without an operation accepts any operation. So the result then has the
 * verdict's operation.
 */
function nearest(label: LabelledCauses, verdict: Opinion): Opinion {
  const causes = [label, ...label.also];
  const ofType = causes.filter(({ errorType }) => errorType === verdict.errorType);
  const accepted = (ofType.length > 0 ? ofType : causes).find(
    ({ op }) => op === verdict.op || (op === null && ofType.length > 0),
  );
  const { errorType, op } = accepted ?? ofType[0] ?? label;
  return { errorType, op: accepted === undefined ? op : verdict.op };
}

interface ComparedCase {
  readonly type: RatedPair;
  readonly op: RatedPair;
}

/** Operation ids are unique only within one graph, so the graph's id is included. */
function compared({ graph }: RatedCase, a: Opinion, b: Opinion): ComparedCase {
  const operation = ({ op }: Opinion) => (op === null ? "" : JSON.stringify([graph, op]));
  return { type: [a.errorType, b.errorType], op: [operation(a), operation(b)] };
}

function ratesOf(cases: readonly ComparedCase[]): Compared {
  return {
    cases: cases.length,
    type: rateOf(cases.map(({ type }) => type)),
    op: rateOf(cases.map(({ op }) => op)),
  };
}

function rateOf(pairs: readonly RatedPair[]): AgreementRate {
  const same = pairs.filter(([a, b]) => a === b).length;
  return {
    same,
    share: same / pairs.length,
    ...wilson(same, pairs.length),
    kappa: cohensKappa(pairs),
  };
}

/** Least squares with coefficients that are not negative. For few coefficients. */
export interface FittedRow {
  readonly factors: readonly number[];
  readonly result: number;
}

/**
 * Tries every set of coefficients that may differ from 0, and takes the set with the smallest error
 * whose coefficients are all at least 0.
 */
export function fitNonNegative(rows: readonly FittedRow[], size: number): number[] {
  let best = new Array<number>(size).fill(0);
  let smallest = errorOf(rows, best);
  for (let set = 1; set < 2 ** size; set++) {
    const chosen = best.map((_, at) => at).filter((at) => set & (1 << at));
    const solved = solve(normalEquations(rows, chosen));
    if (solved?.every((value) => value >= 0) !== true) continue;
    const all = new Array<number>(size).fill(0);
    for (const [place, at] of chosen.entries()) all[at] = solved[place] ?? 0;
    const error = errorOf(rows, all);
    // A set with more coefficients must be better by more than rounding.
    if (error < smallest * (1 - 1e-9) - 1e-15) {
      best = all;
      smallest = error;
    }
  }
  return best;
}

function errorOf(rows: readonly FittedRow[], coefficients: readonly number[]): number {
  return rows.reduce((sum, { factors, result }) => {
    const fitted = factors.reduce(
      (total, factor, at) => total + factor * (coefficients[at] ?? 0),
      0,
    );
    return sum + (fitted - result) ** 2;
  }, 0);
}

/** Each row holds the factors of one equation and, last, its result. */
function normalEquations(rows: readonly FittedRow[], chosen: readonly number[]): number[][] {
  const factor = (row: FittedRow, at: number) => row.factors[at] ?? 0;
  return chosen.map((one) => [
    ...chosen.map((other) =>
      rows.reduce((sum, row) => sum + factor(row, one) * factor(row, other), 0),
    ),
    rows.reduce((sum, row) => sum + factor(row, one) * row.result, 0),
  ]);
}

/** Gauss–Jordan elimination with pivots; undefined if the equations depend on each other. */
function solve(equations: number[][]): number[] | undefined {
  const size = equations.length;
  const scales = equations.map((_, at) => Math.sqrt(equations[at]?.[at] ?? 0));
  const scaled = equations.map((row, at) =>
    row.map((value, column) => value / (scales[at] || 1) / (scales[column] || 1)),
  );
  for (let column = 0; column < size; column++) {
    const rest = scaled.slice(column);
    const pivot = rest.reduce((a, b) =>
      Math.abs(b[column] ?? 0) > Math.abs(a[column] ?? 0) ? b : a,
    );
    if (Math.abs(pivot[column] ?? 0) < 1e-12) return undefined;
    const at = scaled.indexOf(pivot);
    const here = scaled[column];
    if (here === undefined) return undefined;
    scaled[at] = here;
    scaled[column] = pivot.map((value) => value / (pivot[column] ?? 1));
    for (const [row, values] of scaled.entries()) {
      if (row === column) continue;
      const times = values[column] ?? 0;
      scaled[row] = values.map((value, place) => value - times * (scaled[column]?.[place] ?? 0));
    }
  }
  return scaled.map((row, at) => (row[size] ?? 0) / (scales[at] || 1));
}

import type { BenchmarkState } from "../../protocol/api/annotation/benchmarks.ts";

const WORDS: Readonly<Record<BenchmarkState, string>> = {
  draft: "Draft",
  freezing: "Being frozen",
  frozen: "Frozen",
};

export function BenchmarkStateLabel({ state }: { state: BenchmarkState }) {
  return (
    <span className="benchmark-state" data-state={state}>
      {WORDS[state]}
    </span>
  );
}

import type { ReplayEffect, ReplayPlan, ReplayValue } from "./plan.ts";

/**
 * Returns the output that the operation should have had. If `texts` is given, the output has these
 * texts. Otherwise, it is the output in the plan, which the service made from the evidence. Returns
 * null if the plan has none.
 */
export function correctedOutput(plan: ReplayPlan, texts?: readonly string[]): ReplayEffect | null {
  const { target, memory } = plan;
  if (!target) return null;
  if (!texts) return target.corrected && withNames(target.corrected);
  const { values, removed } = target.recorded;
  // If the operation deleted units, the correction keeps as many of them as there are texts. Each
  // kept unit gets one of the texts.
  const kept = removed.slice(0, texts.length);
  const isUnits = target.effect === "memory" || values.some(({ isUnit }) => isUnit);
  const made = texts.map((text, at): ReplayValue => {
    const known = memory.find((unit) => isUnits && unit.text === text) ?? values[at];
    const name = known?.name ?? kept[at] ?? "";
    const { className = null, category = null, metadata = null } = known ?? {};
    return { id: null, name, className, category, metadata, text, isUnit: isUnits };
  });
  return withNames({ values: made, removed: removed.slice(texts.length) });
}

function withNames({ values, removed }: ReplayEffect): ReplayEffect {
  const named = values.map((value, at) =>
    value.name ? value : { ...value, name: `replay-unit-${at + 1}` },
  );
  return { values: named, removed };
}

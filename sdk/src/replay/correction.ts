/** What is put in the place of an operation's output. */
import type { ReplayEffect, ReplayPlan, ReplayValue } from "./plan.ts";

/** The given texts, or else what the evidence says; null where it says nothing. */
export function corrections(plan: ReplayPlan, texts?: readonly string[]): ReplayEffect | null {
  const { target, memory } = plan;
  if (!target) return null;
  if (!texts) return target.corrected && named(target.corrected);
  const { values, removed } = target.recorded;
  // A unit that was deleted and is given a text is kept with it.
  const kept = removed.slice(0, texts.length);
  const isUnits = target.effect === "memory" || values.some(({ isUnit }) => isUnit);
  const made = texts.map((text, at): ReplayValue => {
    const known = memory.find((unit) => isUnits && unit.text === text) ?? values[at];
    const name = known?.name ?? kept[at] ?? "";
    const { className = null, category = null, metadata = null } = known ?? {};
    return { id: null, name, className, category, metadata, text, isUnit: isUnits };
  });
  return named({ values: made, removed: removed.slice(texts.length) });
}

function named({ values, removed }: ReplayEffect): ReplayEffect {
  const named = values.map((value, at) =>
    value.name ? value : { ...value, name: `replay-unit-${at + 1}` },
  );
  return { values: named, removed };
}

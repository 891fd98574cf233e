/**
 * These constants are not in `health.ts`, because the UI's pages need them and must not load the
 * schema in that file.
 */
import { LEDGER_FLAGS } from "./ledger-words.ts";

/** Shares computed from the graphs' ledgers. A lower share is better. */
export const LEDGER_SHARES = [...LEDGER_FLAGS, "empty-searches"] as const;

/** Figures that can have a bound. */
export const HEALTH_FIGURES = ["survival", ...LEDGER_SHARES] as const;
export type HealthFigure = (typeof HEALTH_FIGURES)[number];

export const BOUND_STATES = ["met", "crossed"] as const;
export type BoundState = (typeof BOUND_STATES)[number];

/** Names that pages show for the figures. */
export const FIGURE_NAMES: Readonly<Record<HealthFigure, string>> = {
  survival: "Facts still in memory",
  "never-read": "Units never read",
  duplicate: "Duplicate units",
  contradicts: "Units in contradiction",
  loop: "Units written from recalled units",
  reverted: "Reverted units",
  "said-by-nobody": "Units that no message supports",
  overwritten: "Units overwritten while still asked for",
  "empty-searches": "Searches that found nothing",
};

/** Survival must be at or above its bound; any other figure must be at or below it. */
export const meetsBound = (figure: HealthFigure, share: number, bound: number): boolean =>
  figure === "survival" ? share >= bound : share <= bound;

import { Moment } from "../components/text/moment.tsx";

/**
 * Show the notice for seven days: most reports cover seven days, so until then reports can contain
 * wrong counts.
 */
const SHOWN_MS = 7 * 24 * 3_600_000;

/**
 * Tells people that earlier counts of this project were wrong. People have perhaps made decisions
 * based on these counts.
 */
export function CorrectionNotice({ correctedAt }: { correctedAt: string | null }) {
  if (correctedAt === null || Date.now() - Date.parse(correctedAt) > SHOWN_MS) return null;
  return (
    <section className="notice" aria-label="Corrected counts">
      <span>
        Counts of this project were wrong and were corrected <Moment iso={correctedAt} />. Figures
        that you saw before may differ.
      </span>
    </section>
  );
}

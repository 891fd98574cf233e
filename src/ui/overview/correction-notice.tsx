import { Moment } from "../components/text/moment.tsx";

/**
 * The notice disappears after seven days. A weekly report that was made before the correction has
 * wrong counts. After seven days, there is a newer weekly report with the right counts.
 */
const SHOWN_MS = 7 * 24 * 3_600_000;

/** Says that earlier counts were wrong. People have perhaps used these counts for decisions. */
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

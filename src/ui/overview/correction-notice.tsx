import { Moment } from "../components/text/moment.tsx";

/** Show the notice for seven days, because most reports cover that period. */
const SHOWN_MS = 7 * 24 * 3_600_000;

/** Says that counts of the project were wrong, because people may have acted on them. */
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

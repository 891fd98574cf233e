import { Moment } from "../components/text/moment.tsx";

/** As long as most reports look back. */
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

/**
 * Some memories keep only a few words of a statement, such as a name. This file finds the words
 * that were kept, so that the tracer can follow them.
 */
import type { InTurns } from "../../graph/in-turns.ts";
import { isExactFigure } from "../../text/numbers.ts";
import type { Sentence } from "../../text/sentences.ts";
import { contentStems } from "../../text/words.ts";
import { LINK } from "../effort.ts";
import { type Need, weighedStems } from "../needs/need.ts";
import { KEEPS_SENTENCES, RARE_WORD } from "../thresholds.ts";
import { stepsFrom } from "./flow.ts";
import type { Tracing } from "./trace-context.ts";

/** Maximum number of variables that are searched for the kept words. */
const MAX_READ = 200;

/**
 * Limits the needed detail to the words that the memory kept. Looks at the variables that were made
 * from the message and that have at least one rare word of the message's statement. Chooses the
 * variable with the fewest such words. These words and an exact figure of the expected answer become
 * the detail, and all other words become words around the detail. If all these variables have all
 * the rare words, returns the need unchanged.
 */
export function* anchored(need: Need, tracing: Tracing): InTurns<Need> {
  const { graph, roles, corpus, effort, sentences, paraphrase } = tracing;
  // A memory that keeps whole sentences keeps all words of a statement or none. So it does not show
  // which words matter.
  if (paraphrase.kept > KEEPS_SENTENCES) return need;
  const own = [...need.core, ...need.around].filter(
    ({ stem }) => corpus.rarity(stem) >= RARE_WORD && !corpus.speakers.has(stem),
  );
  if (need.from === null || own.length === 0) return need;
  let fewest: ReadonlySet<string> | undefined;
  const seen = new Set([need.from]);
  for (const id of seen) {
    for (const { to } of stepsFrom(graph, roles, id)) {
      effort.spend(LINK);
      const target = graph.variables.get(to);
      if (target === undefined || seen.has(to) || seen.size > MAX_READ) continue;
      const kept = keptIn(sentences(target), own);
      if (kept.size === 0) continue;
      seen.add(to);
      if (kept.size < (fewest?.size ?? own.length + 1)) fewest = kept;
    }
    yield effort.sinceLastTurn();
  }
  if (fewest === undefined || fewest.size === own.length) return need;
  // Nobody says an exact figure in other words. Several figures can be the groups of one number.
  const [figure, ...further] = contentStems(need.answer ?? "").filter(isExactFigure);
  const isKept = further.length === 0 && own.some(({ stem }) => stem === figure);
  const anchors = isKept && figure !== undefined ? new Set([...fewest, figure]) : fewest;
  const stems = [...need.core, ...need.around].map(({ stem }) => stem);
  return {
    ...need,
    core: weighedStems(anchors, corpus),
    around: weighedStems(
      stems.filter((stem) => !anchors.has(stem)),
      corpus,
    ),
  };
}

function keptIn(sentences: readonly Sentence[], own: Need["core"]): ReadonlySet<string> {
  const said = new Set(sentences.flatMap(({ stems }) => stems));
  return new Set(own.flatMap(({ stem }) => (said.has(stem) ? [stem] : [])));
}

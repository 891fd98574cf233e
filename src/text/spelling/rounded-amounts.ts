/**
 * Finds a round number that only explains an exact number: "just under 1,000 euros" beside "980
 * euros", or "十万円を少し切る" beside "98,000円".
 */
import { inFigures } from "../numbers.ts";
import { plainNumber } from "./written-numbers.ts";

type Side = "under" | "over" | "about";

/** Patterns of the words directly before the round number. */
const BEFORE: readonly (readonly [Side, string])[] = [
  [
    "under",
    "(?:(?:just|slightly|a (?:little|bit)) )?(?:under|below|less than|short of)|nearly|almost|(?:etwas|ein wenig|ein bisschen) (?:unter|weniger als)|knapp(?: unter)?|fast|(?:un peu|légèrement) moins de|presque|(?:un poco|algo) menos de|casi|(?:poco|un po['’]) meno di|quasi|(?:um )?pouco menos de|quase|(?:iets|net) (?:minder dan|onder)|bijna|чуть (?:меньше|менее)|почти|трохи менше|майже|niecałe|prawie|不到|将近|將近|接近|거의",
  ],
  [
    "over",
    "(?:(?:just|slightly|a (?:little|bit)) )?(?:over|above|more than)|(?:etwas|ein wenig|ein bisschen|knapp) (?:über|mehr als)|gut|(?:un peu|légèrement) plus de|(?:un poco|algo) más de|(?:poco|un po['’]) più di|(?:um )?pouco mais de|(?:iets|net) (?:meer dan|boven)|ruim|чуть (?:больше|более)|трохи більше|ponad|超过|超過",
  ],
  [
    "about",
    "about|around|roughly|approximately|etwa|ungefähr|rund|environ|près de|alrededor de|circa|cerca de|ongeveer|около|примерно|близько|około|大约|大約|约|約|およそ|약",
  ],
];
/** Patterns of the words directly after the round number and its unit. */
const AFTER: readonly (readonly [Side, string])[] = [
  [
    "under",
    "[をに]?(?:少し|わずかに|ちょっと)?(?:切る|切った|下回る|下回った|欠ける|届かない|弱|近く)|(?:이|가|에)? ?(?:조금 ?)?(?:안 ?되는|못 ?미치는|가까운)",
  ],
  [
    "over",
    "[をに]?(?:少し|わずかに|ちょっと)?(?:超える|超えた|上回る|上回った|強)|(?:이|을|를)? ?(?:조금 ?)?넘는|出头|出頭",
  ],
  ["about", "前後|ほど|くらい|ぐらい|左右|上下|정도"],
];
const NUMBER = "(?<figure>\\d+(?:[.,]\\d+)*)";
const UNIT = "(?: ?(?:euros?|dollars?|pounds?|\\p{Sc}|[円元원块塊人名個个]))?";

const PATTERNS: readonly (readonly [Side, RegExp])[] = [
  ...BEFORE.map(([side, words]): [Side, RegExp] => [
    side,
    new RegExp(
      `(?<!\\p{Script=Latin}|\\p{Script=Cyrillic})(?:${words})\\s*${NUMBER}${UNIT}`,
      "giu",
    ),
  ]),
  ...AFTER.map(([side, words]): [Side, RegExp] => [
    side,
    new RegExp(`(?<![\\d.,])${NUMBER}${UNIT} ?(?:${words})`, "giu"),
  ]),
];

/** A round number explains an exact number only if it differs by at most this share. */
const NEAR = 0.1;

/**
 * Returns the text without the round numbers that explain the number `exact`. If the text does not
 * have this number too, returns the text unchanged.
 * @param exact digits without separators
 */
export function withoutRounded(text: string, exact: string): string {
  const written = inFigures(text);
  let isFound = false;
  const left = PATTERNS.reduce(
    (kept, [side, pattern]) =>
      kept.replace(pattern, (all: string, ...rest: unknown[]) => {
        const { figure } = rest.at(-1) as { figure: string };
        if (!explains(plainNumber(figure), exact, side)) return all;
        isFound = true;
        return " ";
      }),
    written,
  );
  const figures = left.match(/\d+(?:[.,]\d+)*/gu) ?? [];
  return isFound && figures.some((figure) => plainNumber(figure) === exact) ? left : text;
}

function explains(round: string, exact: string, side: Side): boolean {
  const [near, own] = [Number(round), Number(exact)];
  if (!(own > 0) || Math.abs(near - own) > NEAR * own) return false;
  if (zerosOf(round) <= zerosOf(exact)) return false;
  return side === "about" || (side === "under" ? own < near : own > near);
}

/** Returns the number of zeros at the end; a number with decimals has less than one with none. */
function zerosOf(figure: string): number {
  return figure.includes(".") ? -1 : (/0*$/.exec(figure)?.[0].length ?? 0);
}

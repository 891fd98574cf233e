/**
 * Finds keys and tokens in three ways: by a known prefix such as `sk-`, by the form of a JWT or PEM
 * block, and by a key word such as “password”, if a value that looks random follows it closely.
 */
import type { Found } from "./kinds.ts";

const BY_PREFIX = new RegExp(
  `(?<![A-Za-z0-9_])(?:${[
    "sk-[\\w-]{16,250}",
    "(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{12,250}",
    "whsec_[A-Za-z0-9+/=]{16,250}",
    "gh[pousr]_[A-Za-z0-9]{20,250}",
    "github_pat_\\w{20,250}",
    "glpat-[\\w-]{16,64}",
    "xox[abeprs]-[A-Za-z0-9-]{11,250}",
    "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}",
    "AIza[\\w-]{35}",
    "ya29\\.[\\w-]{20,250}",
    "SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}",
    "npm_[A-Za-z0-9]{36}",
    "pypi-[\\w-]{16,250}",
    "hf_[A-Za-z0-9]{20,64}",
    "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    "do[por]_v1_[a-f0-9]{64}",
    "lin_api_\\w{20,64}",
    "mt_live_\\w{20,200}",
    "AGE-SECRET-KEY-1[0-9A-Z]{58}",
  ].join("|")})`,
  "g",
);
/**
 * Matches the beginning of a JWT. `jsonWebTokens` splits a run (see `RUN`) at its dots, and tests
 * each part with this pattern.
 */
const JWT_BEGIN = /(?<![A-Za-z0-9_])eyJ[\w-]{8}/;
const MAX_JWT_HEADER = 4_000;
const MIN_JWT_PART = 8;
/**
 * Matches a run: at least 16 successive characters that a token can contain. A token and its
 * prefix, such as `sk-`, are always in the same run.
 */
const RUN = /[\w.+/=-]{16,}/g;
const TOKEN_CHAR = /[\w-]/;
const TOKEN = /^[\w-]*/;

export function* findSecrets(text: string): Generator<Found> {
  yield* findPemBlocks(text);
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!/\d/.test(run)) continue;
    const tokens = [...prefixedTokens(run), ...jsonWebTokens(run)];
    for (const [start, end] of tokens) {
      const normal = run.slice(start, end);
      yield { start: index + start, end: index + end, kind: "secret", normal };
    }
  }
  yield* findNamedSecrets(text);
}

function* prefixedTokens(run: string): Generator<readonly [number, number]> {
  let floor = 0;
  for (const { 0: found, index } of run.matchAll(BY_PREFIX)) {
    if (index < floor) continue;
    let end = index + found.length;
    while (TOKEN_CHAR.test(run.charAt(end))) end += 1;
    floor = end;
    yield [index, end];
  }
}

/**
 * Finds JWTs: two or three parts with dots between them. Reads each part only once, even if a token
 * begins in the middle of a part.
 */
function* jsonWebTokens(run: string): Generator<readonly [number, number]> {
  let start = 0;
  let begin: number | undefined;
  for (const part of run.split(".")) {
    const length = TOKEN.exec(part)?.[0].length ?? 0;
    if (begin !== undefined && length >= MIN_JWT_PART) {
      const second = start + length;
      const isFollowed = length === part.length && second < run.length;
      const third = isFollowed ? (TOKEN.exec(run.slice(second + 1))?.[0] ?? "") : undefined;
      yield [begin, third === undefined ? second : second + 1 + third.length];
    }
    let from = part.length;
    while (part.length - from < MAX_JWT_HEADER && TOKEN_CHAR.test(part.charAt(from - 1))) from -= 1;
    const found = JWT_BEGIN.exec(part.slice(from));
    begin = found === null ? undefined : start + from + found.index;
    start += part.length + 1;
  }
}

const PEM_BEGIN = "-----BEGIN ";
const PEM_END = "-----END ";
const MAX_PEM_LINE = 80;

/**
 * Finds PEM blocks, such as private keys. If a block has no end line, the text was cut inside the
 * block. Then the whole rest of the text belongs to the block.
 */
function* findPemBlocks(text: string): Generator<Found> {
  for (let start = text.indexOf(PEM_BEGIN); start >= 0; ) {
    const last = text.indexOf(PEM_END, start);
    const close = last < 0 ? -1 : text.indexOf("-----", last + PEM_END.length);
    const isClosed = close >= 0 && close - last < MAX_PEM_LINE;
    const end = isClosed ? close + 5 : text.length;
    const normal = text.slice(start, end).replace(/\s/g, "");
    yield { start, end, kind: "secret", normal };
    start = text.indexOf(PEM_BEGIN, end);
  }
}

const KEY_WORD =
  /api[_-]?key|secret|token|passw(?:or)?d|passphrase|pwd|bearer|credential|authorization|private[_-]?key|access[_-]?key/gi;
/** Maximum words and characters between a key word and its value. */
const MAX_WORDS_BETWEEN = 3;
const MAX_CHARS_BETWEEN = 40;
const VALUE_CHAR = /[A-Za-z0-9+/_=~.-]/;
const MIN_SECRET_CHARS = 14;
const MIN_BITS_PER_CHAR = 3;

function* findNamedSecrets(text: string): Generator<Found> {
  let floor = 0;
  for (const { 0: word, index } of text.matchAll(KEY_WORD)) {
    let place = index + word.length;
    if (index < floor) continue;
    const stop = place + MAX_CHARS_BETWEEN;
    for (let words = 0; words <= MAX_WORDS_BETWEEN && place < stop; words += 1) {
      while (place < stop && isBetween(text.charAt(place))) place += 1;
      const start = place;
      while (VALUE_CHAR.test(text.charAt(place))) place += 1;
      if (start === place) break;
      const value = text.slice(start, place).replace(/[.=]+$/, "");
      if (!isRandom(value)) continue;
      yield { start, end: start + value.length, kind: "secret", normal: value };
      break;
    }
    floor = place;
  }
}

function isBetween(character: string): boolean {
  return character !== "" && " \t\n\r\"'`:>({[,".includes(character);
}

function isRandom(value: string): boolean {
  if (value.length < MIN_SECRET_CHARS || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  const counts = new Map<string, number>();
  const read = value.slice(0, 256);
  for (const character of read) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / read.length) * Math.log2(count / read.length);
  return bits >= MIN_BITS_PER_CHAR;
}

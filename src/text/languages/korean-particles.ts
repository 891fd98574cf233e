/**
 * Removes the particles at the end of a Korean noun. So "학교에서" (at school) and "학교를" (the school)
 * become the same word.
 */

const HANGUL = /^[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]+$/;
const PARTICLES =
  "에서는|에서도|으로는|에게서|이라고|에서|에게|에는|에도|으로|까지|부터|한테|께서|처럼|보다|이나|이랑|하고|라고|은|는|이|가|을|를|에|의|로|와|과|도|만|랑|께|씨";
const ENDS_WITH_PARTICLE = new RegExp(`^([\\uac00-\\ud7af]{2,})(?:${PARTICLES})$`);
/** Matches the end of a noun that means "is" or "was". */
const COPULA = /(?<=.)(?:입니다|이에요|예요|이었습니다|였습니다)$/;
/** Maximum number of particles that are removed from one noun. A noun seldom has more. */
const MOST_PARTICLES = 3;

/** @param word in composed or decomposed (NFKD) Unicode form */
export function isHangul(word: string): boolean {
  return HANGUL.test(word);
}

export function withoutParticles(word: string): string {
  let noun = word.normalize("NFC").replace(COPULA, "");
  for (let taken = 0; taken < MOST_PARTICLES; taken += 1) {
    const shorter = ENDS_WITH_PARTICLE.exec(noun)?.[1];
    if (shorter === undefined) break;
    noun = shorter;
  }
  return noun.normalize("NFKD");
}

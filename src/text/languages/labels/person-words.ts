/** Words for the speaker ("I") and for the hearer ("you") in ten languages. */
import { languageOf } from "../language-of.ts";

const words = (either: string) => new RegExp(`(?<!\\p{L})(?:${either})(?!\\p{L})`, "iu");

const SPEAKER: readonly RegExp[] = [
  words("i|me|my|mine|we|us|our|ours"),
  words("ich|mir|mich|mein(?:e[mnrs]?)?|wir|uns|unser(?:e[mnrs]?)?"),
  words("yo|mí|mi|mis|conmigo|nosotr[oa]s|nos|nuestr[oa]s?|moi|mon|mes|j['’]|nous|notre|nos"),
  words("io|mio|mia|miei|mie|noi|nostr[oaie]|eu|mim|meu|minha|meus|minhas|comigo|nós|noss[oa]s?"),
  words("ik|mij|mijn|wij|ons|onze"),
  /我|咱|私|わたし|僕|俺|うち(?=の|は|で)|저|제가|나는|내가|우리/u,
];
const HEARER: readonly RegExp[] = [
  words("you|your|yours"),
  words("du|dir|dich|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?"),
  words("tú|ti|tu|tus|contigo|usted(?:es)?|vosotr[oa]s|tu|toi|ton|ta|tes|vous|votre|vos"),
  words("tuo|tua|tuoi|tue|voi|vostr[oaie]|teu|teus|tuas|você|vocês|contigo"),
  words("jij|jou|jouw|jullie|uw"),
  /你|您|あなた|お宅|당신|너는|네가/u,
];

/** This word means "I" in French, but "you" in Dutch. */
const JE = words("je");

export function namesSpeaker(text: string): boolean {
  if (SPEAKER.some((pattern) => pattern.test(text))) return true;
  return JE.test(text) && languageOf(text) !== "nl";
}

export function namesHearer(text: string): boolean {
  if (HEARER.some((pattern) => pattern.test(text))) return true;
  return JE.test(text) && languageOf(text) === "nl";
}

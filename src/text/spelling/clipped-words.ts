/**
 * Short forms of long words, such as the German "Alu" for "Aluminium". People say the short form,
 * and a memory writes the long one. The words have no accents.
 */

const CLIPPED: Readonly<Record<string, string>> = {
  aluminium: "alu aluminio alluminio",
  university: "uni universitat universidad universite universita universidade universiteit",
  professor: "prof profe profesor profesora professeur professore professoressa professora",
  refrigerator: "fridge frigo refrigerateur refrigerador frigorifero frigorifico",
  bicicleta: "bici bicicletta",
  photo: "foto fotografie fotografia photograph",
  television: "tele televisao televisione televisie",
  restaurant: "resto restaurante ristorante",
  cinema: "cine",
  appartement: "appart",
  moto: "motocicleta motocicletta motocyclette",
  pelicula: "peli",
  colegio: "cole",
  instituto: "insti",
  cumpleanos: "cumple",
  ordinateur: "ordi",
  bibliothek: "bib",
  bibliotheek: "bieb",
  akku: "akkumulator",
  krimi: "kriminalroman",
  abitur: "abi",
  kita: "kindertagesstatte",
  limonade: "limo",
  dekoration: "deko",
  aperitif: "apero",
  kinesitherapeute: "kine",
  아르바이트: "알바",
  wednesday: "weds",
  friday: "fri",
  tuesday: "tue tues",
  thursday: "thu thur thurs",
  appointment: "appt",
  apartment: "apt",
  department: "dept",
  laboratory: "lab",
  information: "info",
  telephone: "phone",
  influenza: "flu",
  medication: "med",
  certificate: "cert",
};

const words = new Map<string, string>();
for (const [long, short] of Object.entries(CLIPPED)) {
  for (const word of short.split(" ")) words.set(word.normalize("NFKD"), long.normalize("NFKD"));
}

/** If the word is a short form, returns its long form. Otherwise, returns the word unchanged. */
export function unclipped(word: string): string {
  return words.get(word) ?? words.get(word.replace(/s$/, "")) ?? word;
}

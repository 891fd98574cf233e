export const CITIES =
  "Trieste Graz Porto Ghent Turku Malmo Leeds Nantes Basel Krakow Split Aarhus".split(" ");
export const FRIENDS = "Priya Oskar Ingrid Mateo Yuki Farid Helga Bruno Noor Celeste".split(" ");

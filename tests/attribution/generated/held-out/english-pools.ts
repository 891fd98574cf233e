export const PEOPLE = "Amara Kenji Lucia Pavel Sinead Tomas Zofia Emeka Greta Rashid".split(" ");

/**
 * Messages from one person to her assistant, over four days. Each message lists the facts to
 * extract from it. One memory unit holds all facts about a topic.
 */

export interface Fact {
  topic: string;
  text: string;
  /**
   * This fact replaces these words of the memory unit. If absent, the agent adds the fact to the
   * unit.
   */
  corrects?: string;
}

export interface Turn {
  id: string;
  text: string;
  facts: Fact[];
}

export interface Day {
  date: string;
  turns: Turn[];
}

const fact = (topic: string, text: string, corrects?: string): Fact =>
  corrects === undefined ? { topic, text } : { topic, text, corrects };

let count = 0;
const says = (text: string, ...facts: Fact[]): Turn => {
  count += 1;
  return { id: `turn-${String(count).padStart(2, "0")}`, text, facts };
};

export const CONVERSATION: Day[] = [
  {
    date: "2026-03-02",
    turns: [
      says("Hi! I am Maya. Nice to meet you."),
      says(
        "My dog is a beagle called Biscuit.",
        fact("dog", "Maya's dog is a beagle called Biscuit."),
      ),
      says(
        "My sister Lena works as a nurse in Porto.",
        fact("sister", "Maya's sister Lena works as a nurse in Porto."),
      ),
      says(
        "I have a food allergy to peanuts.",
        fact("allergy", "Maya has a food allergy to peanuts."),
      ),
      says("Can you remember such things for me?"),
      says(
        "My favourite tea is jasmine from the harbour market.",
        fact("tea", "Maya's favourite tea is jasmine from the harbour market."),
      ),
      says(
        "I drive an old green Saab to the office.",
        fact("car", "Maya drives an old green Saab to the office."),
      ),
      says(
        "My flight to Oslo leaves from gate 42.",
        fact("flight", "Maya's flight to Oslo leaves from gate 42."),
      ),
      says("The weather is grey again, is it not?"),
      says(
        "My landlord Mr. Keller wants the rent on the fifth.",
        fact("rent", "Maya's landlord Mr. Keller wants the rent on the fifth."),
      ),
      says(
        "I keep the spare key under the blue flowerpot.",
        fact("key", "Maya keeps the spare key under the blue flowerpot."),
      ),
    ],
  },
  {
    date: "2026-03-09",
    turns: [
      says("Good morning! It was a long week."),
      says(
        "I started learning the cello with Professor Winter.",
        fact("music", "Maya started learning the cello with Professor Winter."),
      ),
      says(
        "My dentist appointment was moved to Thursday at noon.",
        fact("dentist", "Maya's dentist appointment was moved to Thursday at noon."),
      ),
      says(
        "My sister Lena just bought a red bicycle.",
        fact("sister", "Maya's sister Lena bought a red bicycle."),
      ),
      says(
        "My brother Tom collects vinyl records.",
        fact("brother", "Maya's brother Tom collects vinyl records."),
      ),
      says("What a lovely sunset outside."),
      says(
        "I am saving money for a sailing course in Greece.",
        fact("saving", "Maya is saving money for a sailing course in Greece."),
      ),
      says(
        "My grandmother bakes almond cake every Sunday.",
        fact("grandmother", "Maya's grandmother bakes almond cake every Sunday."),
      ),
      says(
        "The wifi password at my cabin is raincoat.",
        fact("wifi", "The wifi password at Maya's cabin is raincoat."),
      ),
      says("Do you ever get tired?"),
      says(
        "My gym membership costs thirty euros.",
        fact("gym", "Maya's gym membership costs thirty euros."),
      ),
    ],
  },
  {
    date: "2026-03-16",
    turns: [
      says("Back again, with coffee this time."),
      says(
        "I sold the Saab; now I drive a silver Volvo.",
        fact("car", "Maya drives a silver Volvo to the office.", "an old green Saab"),
      ),
      says(
        "My brother Tom adopted a parrot.",
        fact("brother", "Maya's brother Tom adopted a parrot."),
      ),
      says(
        "My colleague Priya recommended the novel Winterwood.",
        fact("novel", "Maya's colleague Priya recommended the novel Winterwood."),
      ),
      says("That made me laugh a lot."),
      says(
        "My doctor told me to take magnesium before bed.",
        fact("doctor", "Maya's doctor told her to take magnesium before bed."),
      ),
      says(
        "My daughter Ella plays goalkeeper for the Falcons.",
        fact("daughter", "Maya's daughter Ella plays goalkeeper for the Falcons."),
      ),
      says(
        "I proposed a talk about solar kites for the conference.",
        fact("talk", "Maya proposed a talk about solar kites for the conference."),
      ),
      says("Please keep it short today."),
      says(
        "My neighbour Olga waters the orchids during holidays.",
        fact("neighbour", "Maya's neighbour Olga waters the orchids during holidays."),
      ),
      says(
        "My insurance number ends with 7719.",
        fact("insurance", "Maya's insurance number ends with 7719."),
      ),
    ],
  },
  {
    date: "2026-03-23",
    turns: [
      says("Hello, it is me."),
      says(
        "My wedding anniversary is celebrated at restaurant Miramar.",
        fact("anniversary", "Maya's wedding anniversary is celebrated at restaurant Miramar."),
      ),
      says("I was busy all day, no time for anything."),
      says(
        "My choir rehearses in the old chapel.",
        fact("choir", "Maya's choir rehearses in the old chapel."),
      ),
      says(
        "My suitcase has a yellow ribbon on its handle.",
        fact("suitcase", "Maya's suitcase has a yellow ribbon on its handle."),
      ),
      says("Thank you, that helps."),
      says(
        "My laptop is repaired by a technician named Farid.",
        fact("laptop", "Maya's laptop is repaired by a technician named Farid."),
      ),
      says(
        "I planted lavender on the balcony.",
        fact("balcony", "Maya planted lavender on the balcony."),
      ),
      says("Good night, talk to you soon."),
    ],
  },
];

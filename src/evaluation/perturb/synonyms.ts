/** Each line lists words with the same meaning. */
const GROUPS = `
big large huge
small little tiny
happy glad joyful
sad unhappy sorrowful
kids children youngsters
mother mom mum
father dad
job work position
house home residence
buy purchase acquire
bought purchased acquired
start begin commence
started began commenced
trip journey voyage
movie film
photo picture image
friend companion pal
said stated mentioned
says states mentions
told informed notified
think believe suppose
love adore cherish
loves adores cherishes
like enjoy appreciate
likes enjoys appreciates
help assist aid
helped assisted aided
make create produce
made created produced
get obtain receive
got obtained received
went travelled headed
visit see tour
visited toured
new recent fresh
old aged ancient
great wonderful fantastic
good fine decent
bad poor awful
nice pleasant lovely
important significant crucial
hard difficult tough
easy simple effortless
fast quick rapid
car automobile vehicle
dog hound
cat feline
doctor physician
teacher instructor educator
store shop
town city
road street
music tunes
gift present
party celebration
book volume
painting artwork
beautiful gorgeous pretty
angry furious mad
tired exhausted weary
excited thrilled eager
decided chose resolved
plans intends
wants wishes desires
shared disclosed
discussed debated
asked inquired
answered replied responded
family relatives household
people folks persons
many numerous
often frequently
always constantly
also additionally
because since
about regarding concerning
`;

const bySpelling = new Map<string, readonly string[]>();
for (const line of GROUPS.trim().split("\n")) {
  const group = line.split(" ");
  for (const word of group) {
    bySpelling.set(
      word,
      group.filter((other) => other !== word),
    );
  }
}

/** @param word in lower case */
export function synonymsOf(word: string): readonly string[] {
  return bySpelling.get(word) ?? [];
}

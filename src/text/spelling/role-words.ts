/**
 * Words for relatives and for the user of an assistant in ten languages, with one English word for
 * each. A memory often writes "mother" for "Mama" or "妈妈". The words have no accents.
 */

const WORDS: Readonly<Record<string, string>> = {
  user: "nutzer nutzerin benutzer benutzerin usuario usuaria utilisateur utilisatrice utente utilizador utilizadora gebruiker gebruikster 用户 用戶 ユーサー 사용자",
  mother:
    "mom mum mama mutter mutti madre maman mere mamma mamae moeder 妈妈 媽媽 母亲 母親 母 お母さん 어머니 엄마 어머님",
  father:
    "dad papa vater vati padre pere papa babbo pai papai vader 爸爸 父亲 父親 父 お父さん 아버지 아빠 아버님",
  wife: "ehefrau esposa epouse moglie echtgenote 妻子 老婆 太太 爱人 妻 家内 아내 와이프 집사람",
  husband: "ehemann marido esposo epoux marito echtgenoot 丈夫 老公 夫 旦那 남편 신랑",
  sister: "schwester hermana soeur sœur sorella irma zus zuster 姐姐 妹妹 姉 妹 누나 언니 여동생",
  brother: "bruder hermano frere fratello irmao broer 哥哥 弟弟 兄 弟 오빠 남동생",
  son: "sohn hijo fils figlio filho zoon 儿子 兒子 息子 아들",
  daughter: "tochter hija fille figlia filha dochter 女儿 女兒 娘 딸",
  grandmother: "grandma oma grossmutter abuela nonna grootmoeder 奶奶 外婆 姥姥 祖母 할머니",
  grandfather:
    "grandpa grandad granddad opa grossvater abuelo nonno grootvader 爷爷 外公 姥爷 祖父 할아버지",
  aunt: "tante 阿姨 姑姑 叔母 伯母 이모 고모",
  uncle: "onkel tio oncle zio oom 叔叔 舅舅 叔父 伯父 삼촌",
  motherinlaw:
    "schwiegermutter suegra suocera sogra schoonmoeder 婆婆 岳母 丈母娘 義母 시어머니 장모님 장모",
  fatherinlaw:
    "schwiegervater suegro suocero sogro schoonvader 公公 岳父 丈人 義父 시아버지 장인어른",
  brotherinlaw:
    "schwager cunado cognato cunhado zwager 姐夫 妹夫 小舅子 매형 형부 매제 처남 義兄 義弟",
  sisterinlaw:
    "schwagerin cunada cognata cunhada schoonzus 嫂子 弟媳 小姑子 시누이 형수 올케 義姉 義妹",
  soninlaw: "schwiegersohn gendre yerno genro schoonzoon 女婿 婿 사위",
  daughterinlaw: "schwiegertochter nuera nuora schoondochter 儿媳 儿媳妇 嫁 며느리",
  grandson: "nieto kleinzoon 孙子 外孙 孫息子 손자",
  granddaughter: "enkelin nieta kleindochter 孙女 外孙女 孫娘 손녀",
  stepmother: "stiefmutter madrastra matrigna stiefmoeder 后妈 继母 새어머니 새엄마",
  stepfather: "stiefvater padrastro patrigno stiefvader 后爸 继父 새아버지 새아빠",
  godmother: "taufpatin madrina marraine madrinha",
  godfather: "taufpate padrino parrain padrinho",
  nephew: "neffe sobrino neveu sobrinho 侄子 外甥 甥 조카",
  niece: "sobrina sobrinha 侄女 外甥女 姪 조카딸",
  cousin:
    "kusine vetter cugino cugina 表弟 表哥 表妹 表姐 堂弟 堂哥 堂妹 堂姐 いとこ 従兄弟 従姉妹 사촌",
};

const words = new Map<string, string>();
for (const [english, others] of Object.entries(WORDS)) {
  for (const word of others.split(" ")) words.set(word.normalize("NFKD"), english);
}

/** A pattern for the words for relatives in Chinese characters. */
export const RELATIVES_IN_HAN = `(?:${[...words.keys()].filter((word) => /^\p{Script=Han}{2,}$/u.test(word)).join("|")})`;

/** Stems of the English words; the stem of "wife" is "wif". */
const ROLES: ReadonlySet<string> = new Set(
  Object.keys(WORDS).map((word) => (word.length > 3 ? word.replace(/e$/, "") : word)),
);

/** Whether the word names a relative or the user. Many texts have such a word. */
export function isRoleWord(word: string): boolean {
  return ROLES.has(word);
}

/** Returns the English word for a relative or the user; the word itself if it is another word. */
export function roleWord(word: string): string {
  return words.get(word) ?? word;
}

/** "The user" is not a relative of anybody. */
export function isRelative(word: string): boolean {
  return word !== "user" && isRoleWord(word);
}

/**
 * Tests whether the name of an operation says that it removes something, in languages other than
 * English. The lists contain the beginnings of words, in lower case: words for removing, and words
 * for other tasks of a memory.
 */

const REMOVES: readonly string[] = [
  // German
  ...["lösch", "gelösch", "loesch", "geloesch", "entfern(?!ung)", "vergess", "vergiss", "verwirf"],
  ...["verwerf", "verworfen", "tilg", "getilgt"],
  // Dutch
  ...["verwijder", "wissen$", "wis$", "gewist", "vergeet", "vergeten"],
  // French
  ...["supprim", "suppression", "effac", "oubli", "enlev", "enlèv"],
  // Spanish and Portuguese
  ...["borra", "elimin", "olvid", "suprim", "descart", "apag", "exclui", "esquec"],
  // Italian
  ...["cancella(?!tion)", "rimuov", "rimozion", "dimentic", "scart"],
  // Russian
  ...["удал", "стере", "стира", "забы", "очист"],
];

const OTHER_TASKS: readonly string[] = [
  ...["such", "find", "gefunden", "abruf", "hol", "les", "speicher", "schreib", "aktualisier"],
  ...["ergänz", "extrah", "zusammenfass", "antwort", "beantwort"],
  ...["zoek", "opzoek", "haal", "opslaan", "schrijf", "werk", "antwoord"],
  ...["cherch", "recherch", "trouv", "lire", "enregistr", "stock", "écri", "répon", "résum"],
  ...["busc", "encontr", "leer", "guard", "escrib", "actualiz", "respond", "resum", "procur"],
  ...["ler$", "salv", "escrev", "atualiz"],
  ...["cerc", "trov", "legg", "scriv", "aggiorn", "rispo", "riassum"],
  ...["иск", "найт", "поиск", "чита", "сохран", "запис", "обнов", "ответ"],
];

/** In languages without spaces between words, these words can be anywhere in the name. */
const UNSPACED_REMOVES =
  /削除|消去|忘却|忘れ|抹消|删除|刪除|移除|清除|遗忘|遺忘|忘记|忘記|삭제|제거|지우/u;
const UNSPACED_OTHER_TASKS =
  /検索|取得|保存|更新|回答|抽出|要約|搜索|检索|檢索|查询|查詢|存储|儲存|提取|검색|조회|저장|갱신|답변|추출/u;

const startsWith = (beginnings: readonly string[]) =>
  new RegExp(`^(?:${beginnings.join("|")})`, "u");
const REMOVING_WORD = startsWith(REMOVES);
const OTHER_WORD = startsWith(OTHER_TASKS);

/**
 * The name of an operation can have words for several tasks, for example for saving and for
 * deleting. Then the first of these words decides.
 */
export function saysRemovalInOtherLanguage(name: string): boolean {
  const apart = name.normalize("NFC").replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  for (const word of apart.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (OTHER_WORD.test(word) || UNSPACED_OTHER_TASKS.test(word)) return false;
    if (REMOVING_WORD.test(word) || UNSPACED_REMOVES.test(word)) return true;
  }
  return false;
}

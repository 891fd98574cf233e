/**
 * Sources of regular expressions for negations and for phrases such as "I do not know", in Slavic
 * and Nordic languages, Greek, Turkish, Hungarian, Finnish, Arabic, Persian, Hebrew, Hindi, Thai,
 * Vietnamese and Indonesian. They need the flags `i` and `u`.
 */

const LETTER = "\\p{L}";
const words = (either: string) => `(?<!${LETTER})(?:${either})(?!${LETTER})`;

export const FURTHER_NEGATIVE = [
  // Skips words for "not only", which negate nothing. A Finnish negation word needs a verb after
  // it, because it also has other meanings.
  words(
    "не(?! только| лише| тільки)|нет|никогда|никто|ничего|нельзя|ніколи|ніхто|нічого|немає|нема|nigdy|nikt|nic|żad(?:en|n\\p{L}+)|není|nejsem|nejsou|nem(?:á|ám|ůž\\p{L}+)|nebyl\\p{L}*|nebydl\\p{L}+|nežij\\p{L}+|nikdy|nikdo|žádn\\p{L}+|δεν?|μην?|όχι|ποτέ|κανείς|τίποτα|değil\\p{L}*|yok\\p{L}*|hiç|hayır|asla|\\p{L}+m[ıiuü]yor\\p{L}*|inte|ej|aldrig|ing(?:en|et|a)|ikk(?:e|je)|aldri|nem|nincs\\p{L}*|soha|senki|semmi|eivät|emme|(?:ei|en|et) (?:ole|asu|voi|syö|pidä|tiedä|halua|käy|ollut)|không|chưa|chẳng|tidak|bukan|belum|jangan|لا|ليس|ليست|لست|لم|لن|غير|نیست|نمی\\p{L}*|לא|אין|אינ[וה]|אינני",
  ),
  "ไม่|नहीं|नही(?!\\p{M})",
].join("|");

export const FURTHER_UNKNOWN = [
  words(
    "не (?:знаю|знаем|известно|указан\\p{L}*|упомина\\p{L}+|упомянут\\p{L}*|помню|уверен\\p{L}*|могу (?:ответить|сказать)|знаємо|відомо|вказан\\p{L}*|згаду\\p{L}+|згадан\\p{L}*|пам['’ʼ]?ятаю|впевнен\\p{L}*)|(?:неизвестн|невідом)\\p{L}+|понятия не имею|без понятия|гадки не маю|(?:нет|немає|нема) (?:информации|данных|сведений|інформації|даних)",
  ),
  words(
    "nie (?:wiem|wiemy|wiadomo|mam pojęcia|podano|wspomniano|jestem pew(?:ien|na))|brak informacji|nieznan\\p{L}+|nev[íi]me?|nev(?:iem|ieme)|nemám(?:e)? (?:tušení|poňatia|informac\\p{L}+)|není (?:známo|uveden\\p{L}+|zmíněn\\p{L}+)|neznám[ýáéo]|ne znam|nemam pojma",
  ),
  words(
    "δεν (?:το )?(?:ξέρω|γνωρίζω|ξέρουμε|γνωρίζουμε|αναφέρεται|θυμάμαι|είμαι σίγουρ\\p{L}+|έχω (?:ιδέα|πληροφορίες)|υπάρχ\\p{L}+ πληροφορ\\p{L}+)|άγνωστ\\p{L}+",
  ),
  words(
    "bilm(?:iyor\\p{L}*|em)|(?:bilgi(?:m|miz)?|fikrim) yok|emin değil\\p{L}*|belirtilmem\\p{L}+|bahsedilm\\p{L}+|bilinm\\p{L}+",
  ),
  words(
    "nem (?:tud(?:om|juk)|ismert|említ\\p{L}*|szerepel|derül ki)|fogalmam sincs|nincs (?:\\p{L}+ )?információ\\p{L}*|ismeretlen|en tiedä|emme tiedä|ei (?:tietoa|mainita|tiedetä|ole (?:tiedossa|tietoa|mainittu))|tuntematon",
  ),
  words(
    "ve[td] (?:jag |jeg |vi )?(?:det )?(?:inte|ej|ikke)|ingen (?:aning|anelse|information|informasjon|uppgift|oplysninger)|okän[dt]|uk(?:en|jen)dt?|(?:nämn(?:s|ts)|framgår|nevnes|nævnes|fremgår) (?:inte|ikke)",
  ),
  words(
    "không (?:biết|rõ|nhớ|chắc|có thông tin|được (?:nhắc|đề cập)\\p{L}*)|chưa (?:biết|rõ)|tidak (?:tahu|diketahui|disebutkan|yakin|ingat|ada (?:informasi|data))|(?:belum|kurang) (?:tahu|diketahui)|entahlah",
  ),
  words(
    "لا (?:أعرف|اعرف|أعلم|اعلم|أدري|ادري|نعرف|نعلم|أتذكر|توجد (?:لدي )?معلومات)|لست متأكد\\p{L}*|غير (?:معروف|مذكور|محدد|معلوم)\\p{L}*|ليس(?:ت)? (?:لدي|لدينا|عندي) (?:معلومات|فكرة|أي معلومات)|لم (?:يذكر|يُذكر|تذكر|تُذكر)|نمی[\\u200c ]?دانم|(?:אני |אנחנו )?לא (?:יודע(?:ת|ים|ות)?|ידוע|צוין|מוזכר|בטוח|בטוחה|זוכר|זוכרת)|אין (?:לי |לנו )?(?:מושג|מידע)",
  ),
  "ไม่(?:ทราบ|รู้|แน่ใจ|มีข้อมูล|ได้(?:ระบุ|กล่าวถึง|พูดถึง))",
  "(?:नहीं|नही) (?:पता|मालूम|जानत[ाेी]|बताया)|(?:पता|मालूम|जानकारी|उल्लेख|याद) (?:नहीं|नही)|अज्ञात",
].join("|");

/** Recognises texts that only say that a memory unit was removed. */
import { fieldsOf } from "../../../protocol/json/json-fields.ts";
import { contentStems } from "../../../text/words.ts";
import { saysItRemoves, UNIT_NOUNS, wordsOf } from "../record-categories.ts";

/**
 * Whether the new version of a unit only says that the unit was removed. It may name the unit:
 * "[deleted: key location]" or `{"key": "spare_key", "status": "deleted"}`. A text that states
 * something else about the unit is no such record.
 */
export function recordsRemoval(unit: string, version: string): boolean {
  const [before, after] = [fieldsOf(unit), fieldsOf(version)];
  return after === undefined ? isNote(unit, version) : isRemovedRecord(unit, before ?? {}, after);
}

const EDGES = /^[\s"'([{<*_~—–-]+|[\s"')\]}>*_~—–.-]+$/gu;
const REMOVED_FIRST = /^(?<word>\p{L}+)\s*[:;,|—–([\])-]\s*(?<label>.+)$/u;
const REMOVED_LAST = /^(?<label>.+?)\s*(?<mark>[:|—–([-])?\s*(?<word>\p{L}+)$/u;

/** Whether the text is a label of the unit with a word such as "deleted" before or after it. */
function isNote(unit: string, version: string): boolean {
  const text = version.trim().replace(EDGES, "");
  if (isRemoved(text)) return true;
  const first = REMOVED_FIRST.exec(text)?.groups;
  if (first?.word !== undefined && isRemoved(first.word)) return isLabelOf(first.label, unit);
  const last = REMOVED_LAST.exec(text)?.groups;
  if (last?.word === undefined || !isRemoved(last.word)) return false;
  // "Spare key removed" can say that somebody took the key away.
  const isMarked = last.mark !== undefined || /^[[({<]/.test(version.trim());
  const isOfRecord = isMarked || wordsOf(last.label ?? "").some(namesRecord);
  return isOfRecord && isLabelOf(last.label, unit);
}

const RECORDS = new Set([...UNIT_NOUNS, "entry", "record", "note", "item", "eintrag", "notiz"]);

function namesRecord(word: string): boolean {
  return RECORDS.has(word);
}

/** Maximum number of words of a label, and of its content words that the unit does not have. */
const MAX_LABEL_WORDS = 5;
const MAX_OTHER_WORDS = 1;
/** A text with one of these words can state what is true instead. */
const STATES =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|now|instead|moved|ist|sind|war|hat|jetzt|nun|stattdessen|es|está|ahora|est|a|maintenant|è|ora|é|agora|zijn|heeft|nu)(?!\p{L})|[.;!?]/iu;

/** Whether the text only names the unit, as in "key location". */
function isLabelOf(label: string | undefined, unit: string): boolean {
  if (label === undefined || STATES.test(label)) return false;
  if ((label.match(/[\p{L}\p{N}]+/gu) ?? []).length > MAX_LABEL_WORDS) return false;
  const known = new Set(contentStems(unit));
  const stems = contentStems(label.replaceAll("_", " "));
  const others = stems.filter((stem) => !known.has(stem) && !namesRecord(stem));
  return others.length < stems.length && others.length <= MAX_OTHER_WORDS;
}

type Fields = Readonly<Record<string, unknown>>;

const STATUS = /^(?:status|state|zustand|estado|statut|stato|stav|статус|状态|狀態|状態|상태)$/iu;
/** Words in the names of fields that describe the removal, such as `deleted_by` or `reason`. */
const ABOUT_RECORD = new Set(
  "id at by on time date timestamp reason version updated user actor op operation event".split(" "),
);

/**
 * Whether a field says that the record was removed, and each other field has its value of before,
 * is empty, names the unit, or describes the removal.
 */
function isRemovedRecord(unit: string, before: Fields, after: Fields): boolean {
  const entries = Object.entries(after);
  const removing = entries.filter(([key, value]) => isRemovalField(key, value));
  if (removing.length === 0) return false;
  const known = new Set(contentStems(unit.replaceAll("_", " ")));
  return entries.every(([key, value]) => {
    if (isRemovalField(key, value) || isEmpty(value)) return true;
    if (key in before) return JSON.stringify(before[key]) === JSON.stringify(value);
    if (wordsOf(key).some((word) => ABOUT_RECORD.has(word))) return true;
    const stems = contentStems(String(value).replaceAll("_", " "));
    return stems.every((stem) => known.has(stem));
  });
}

function isRemovalField(key: string, value: unknown): boolean {
  if (STATUS.test(key)) return typeof value === "string" && isRemoved(value.trim());
  return wordsOf(key).some((word) => PARTICIPLE.test(word) && isRemoved(word)) && !isEmpty(value);
}

/** A field `expires` does not say that the record is gone, but `expired` does. */
const PARTICIPLE = /(?:ed|gone|gotten|withdrawn)$/;

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false;
}

const WITHDRAWN = /^(?:withdrawn|gone|dropped|zurückgezogen|retirée?|retirad[oa]|ritirat[oa])$/iu;

function isRemoved(word: string): boolean {
  return /^\p{L}+$/u.test(word) && (WITHDRAWN.test(word) || saysItRemoves(word) === true);
}

// Texts of the console. The English text is the key. texts/de.json has the German ones, and a test checks that none is missing.
// texts/en.json has only singular forms.
import i18next from "i18next";
import german from "../texts/de.json";
import english from "../texts/en.json";
import "./translate.js";

export { decimalSeparator, t } from "./translate.js";

/** The languages of the console, each with its own name. */
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

/** Key of the chosen language in local storage. */
const languageKey = "portico-console-language";

const isLanguage = (text: string | null): text is Language => text !== null && text in languages;

/** Returns the chosen language, or else the first of the browser's languages that the console has. */
function findLanguage(): Language {
  const wanted = [localStorage.getItem(languageKey), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? "en";
}

export const language = findLanguage();

i18next.addResourceBundle("en", "translation", english);
i18next.addResourceBundle("de", "translation", german);
await i18next.changeLanguage(language);
document.documentElement.lang = language;

/** Returns the words before, in and after the mark of a text: `a file that you <a>import</a>.` */
export function splitAtMark(text: string): readonly [before: string, marked: string, after: string] {
  const [before = "", marked = "", after = ""] = text.split(/<\/?a>/);
  return [before, marked, after];
}

/** Remembers a language and loads the page in it. */
export function chooseLanguage(choice: Language): void {
  localStorage.setItem(languageKey, choice);
  location.reload();
}

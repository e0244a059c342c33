// cspell:disable -- names of days and months in German
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const german = JSON.parse(readFileSync("src/extras/console/page/texts/de.json", "utf8")) as Readonly<
  Record<string, string>
>;

/** Returns the German text of the console for an English one, to find elements by it. */
export function de(english: string, values: Readonly<Record<string, string>> = {}): string {
  const text = german[english];
  if (text === undefined) throw new Error(`texts/de.json does not have “${english}”.`);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The German texts, with placeholders as groups. Text before, in and after a mark is in nodes of its own. */
const patterns = Object.values(german)
  .flatMap((text) => text.split(/<\/?a>/))
  .map((text) => text.trim())
  .filter(Boolean)
  .map(
    (text) =>
      new RegExp(
        `^${text
          .split(/\{\{\w+\}\}/)
          .map(escapeRegExp)
          .join("(.+?)")}$`,
        "s",
      ),
  );

/** What is the same in each language, and numbers, dates and sizes as Germans write them. */
const formats = [
  /^[–×↑↓→…·.,]$/,
  /^[+−±]?(\d{1,3}(\.\d{3})*(,\d+)?|\d+(,\d+)?|,\d+)( ×| %| kB| MB| s| min| h)?$/,
  /^\d+ h \d+ min$/,
  /^\d\d?\.\d\d?\.\d{4}(, \d\d:\d\d:\d\d)?$/,
  /^(Mo|Di|Mi|Do|Fr|Sa|So)$/,
  /^(Mo|Di|Mi|Do|Fr|Sa|So)\., \d\d?\. (Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)\.? \d{4}, \d\d:\d\d$/,
  /^((Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag), \d\d?\. )?[A-Z][a-zä]+ \d{4}$/,
  /^\d\d:\d\d$/,
  // Ids, calls, and types of events.
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/,
  /^(GET|POST|PUT|DELETE) \/V1\//,
  /^[A-Za-z_]+\.[A-Za-z_]+$/,
];

/** Between parts of a text that are translated on their own. */
const separator = / ?· | → |, |: | ?\(|\)|\.$| (?=\d)/g;

type Data = readonly (string | RegExp)[];

/** Whether a text is German: a text of the console, data, or several of them. What fills a placeholder must be so, too. */
function isGerman(text: string, data: Data): boolean {
  const trimmed = text.trim();
  const isKnown = (known: string | RegExp) => (typeof known === "string" ? known === trimmed : known.test(trimmed));
  if (trimmed === "" || formats.some(isKnown) || data.some(isKnown)) return true;
  const isText = patterns.some((pattern) => {
    const found = pattern.exec(trimmed);
    return found?.slice(1).every((value) => isGerman(value, data)) ?? false;
  });
  if (isText) return true;
  return [...trimmed.matchAll(separator)].some(
    ({ index, 0: { length } }) =>
      isGerman(trimmed.slice(0, index), data) && isGerman(trimmed.slice(index + length), data),
  );
}

/** Returns the texts of a page that are neither German nor data: those that are shown, and those for assistive technology. */
export async function foreignTexts(page: Page, data: Data): Promise<readonly string[]> {
  const texts: readonly string[] = await page.evaluate(`(() => {
    const found = [document.title];
    // Code and fields of events are data, and each language has its own name.
    const isData = (element) => element.closest("code, pre, .data, noscript, option[lang]") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!isData(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"])
      for (const element of document.querySelectorAll("[" + name + "]")) found.push(element.getAttribute(name));
    return found;
  })()`);
  return [...new Set(texts)].filter((text) => !isGerman(text, data));
}

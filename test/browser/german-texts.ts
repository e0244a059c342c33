// cspell:disable -- names of days and months in German
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { overflowingElements, saveScreenshot, unnamedControls } from "./chromium.js";

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
  /^[+−±]?(\d{1,3}(\.\d{3})*(,\d+)?|\d+(,\d+)?|,\d+)( ×| %| kB| MB| s| min| h|\u00A0[A-Z]{3})?$/,
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
  // Addresses, and rights in words of the server.
  /^\d+\.\d+\.\d+\.\d+$/,
];

/** Between parts of a text that are translated on their own. */
const separator = / ?· | → |, |: | ?\(|\)|\.$| (?=\d)| (?=bis \d)/g;

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
    // Code and fields of events are data, rights have names of the server, and each language has its own name.
    const isData = (element) => element.closest("code, pre, .data, noscript, [lang]:not(html)") !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!isData(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"])
      for (const element of document.querySelectorAll("[" + name + "]"))
        if (element.closest("[lang]:not(html)") === null) found.push(element.getAttribute(name));
    return found;
  })()`);
  return [...new Set(texts)].filter((text) => !isGerman(text, data));
}

/** Expects only German texts, which fit into a wide and a narrow window. */
export async function expectGerman(page: Page, name: string, data: Data): Promise<void> {
  await expect.poll(() => foreignTexts(page, data)).toEqual([]);
  for (const [size, width] of [
    ["phone", 390],
    ["wide", 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await saveScreenshot(page, `german-${name}-${size}`);
    expect(await overflowingElements(page)).toEqual([]);
  }
  expect(await unnamedControls(page)).toEqual([]);
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

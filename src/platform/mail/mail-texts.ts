import * as z from "zod";
import { type TemplateFiles } from "./template-files.js";
import { TemplateError } from "./template.js";

/** Texts by the name of an email, or `common`, and by key. */
const catalogue = z.record(z.string(), z.record(z.string(), z.string()));
type Catalogue = z.infer<typeof catalogue>;

/** The language whose texts are complete. */
const fallback = "en";
/** The standard texts that were parsed, by their source. */
const parsed = new Map<string, Catalogue>();
const maxParsed = 100;

/** The texts of one email in a language. A text that the language lacks is English. */
export class MailTexts {
  private readonly catalogues: readonly Catalogue[];

  constructor(
    files: TemplateFiles,
    /** Name of the email. */
    private readonly name: string,
    /** Code of the language, `de`. */
    readonly language: string,
  ) {
    const languages = [...new Set([language, fallback])];
    this.catalogues = languages.flatMap((code) => files.findAll(`texts.${code}.json`).map(parse));
  }

  /** Returns a text of the email, or else a common one; undefined if there is none. */
  find(key: string): string | undefined {
    for (const texts of this.catalogues) {
      const found = texts[this.name]?.[key] ?? texts["common"]?.[key];
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns a text. Throws `TemplateError` for an unknown key. */
  get(key: string): string {
    const found = this.find(key);
    if (found === undefined) throw new TemplateError(`Text ${key} of ${this.name} does not exist.`);
    return found;
  }
}

/** Returns the language of a locale, `de` for `de_AT`. */
export const languageOf = (locale: string): string => /^[a-z]{2,3}(?=[_-]|$)/.exec(locale)?.[0] ?? fallback;

function parse(source: string): Catalogue {
  const found = parsed.get(source);
  if (found) return found;
  const texts = catalogue.parse(JSON.parse(source));
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(source, texts);
  return texts;
}

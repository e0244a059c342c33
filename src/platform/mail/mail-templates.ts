import { join } from "node:path";
import type { Logger } from "pino";
import { inlineStyles } from "./inline-styles.js";
import { languageOf, MailTexts } from "./mail-texts.js";
import { TemplateFiles } from "./template-files.js";
import {
  type Escape,
  escapeAroundTags,
  escapeHtml,
  includeTemplates,
  renderTemplate,
  TemplateError,
  type TemplateValues,
} from "./template.js";

/** An email rendered from templates. */
export interface RenderedMail {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

/** Names the templates of an email. */
export interface MailName {
  /** Name of the templates, without `.txt` and `.html`. */
  readonly name: string;
  /** Code of the store view, whose folder is searched first. */
  readonly storeCode: string;
  /** Locale of the store view, `de_DE`. */
  readonly locale: string;
}

/** Returns the values of an email. Labels in them are texts of its language. */
export type ValuesOf = (texts: MailTexts) => TemplateValues;

/** The templates of an email with everything that they include. */
interface Sources {
  readonly text: string;
  readonly html: string;
  readonly texts: MailTexts;
}

const textTag = "text.";

/**
 * Renders emails from templates: `<name>.txt`, whose first line is `Subject: …`, and `<name>.html`, with the texts of
 * `texts.<language>.json` and the styles of `style.css`. Searches for each file in the operator's folder of the store view,
 * then in the operator's folder, then among the standard ones. If an operator's file cannot be used, the error is logged
 * and the email is rendered from the standard ones.
 */
export class MailTemplates {
  constructor(
    /** The operator's folder; undefined if there is none. */
    private readonly own: string | undefined,
  ) {}

  async render(wanted: MailName, valuesOf: ValuesOf, log: Pick<Logger, "error">): Promise<RenderedMail> {
    try {
      return await this.renderOrThrow(wanted, valuesOf);
    } catch (error) {
      if (this.own === undefined) throw error;
      log.error({ err: error, template: wanted.name }, "failed to render an email template, using the standard one");
      return renderFrom([], wanted, valuesOf);
    }
  }

  /** Does the same, but throws if an operator's file cannot be used. */
  renderOrThrow(wanted: MailName, valuesOf: ValuesOf): Promise<RenderedMail> {
    return renderFrom(this.foldersFor(wanted), wanted, valuesOf);
  }

  /** Reads and inlines the templates of an email ahead of `render`, which reports errors. */
  async prepare(wanted: MailName): Promise<void> {
    await load(this.foldersFor(wanted), wanted).catch(() => undefined);
  }

  /** A code has no slashes or dots, so the path stays inside the operator's folder. */
  private foldersFor({ storeCode }: MailName): string[] {
    if (this.own === undefined) return [];
    return [...(storeCode ? [join(this.own, storeCode)] : []), this.own];
  }
}

async function renderFrom(folders: readonly string[], wanted: MailName, valuesOf: ValuesOf): Promise<RenderedMail> {
  const { text, html, texts } = await load(folders, wanted);
  const values = { ...valuesOf(texts), language: texts.language };
  const { subject, body } = subjectOf(renderTemplate(text, values, (value) => value));
  return { subject, body, html: renderTemplate(html, values, escapeHtml) };
}

/** The sources of the standard templates, which do not change while a process runs. */
const standard = new Map<string, Promise<Sources>>();

function load(folders: readonly string[], { name, locale }: MailName): Promise<Sources> {
  const language = languageOf(locale);
  if (folders.length > 0) return read(new TemplateFiles(folders), name, language);
  const key = `${name} ${language}`;
  let found = standard.get(key);
  if (!found) {
    found = read(new TemplateFiles([]), name, language);
    standard.set(key, found);
    void found.catch(() => standard.delete(key));
  }
  return found;
}

async function read(files: TemplateFiles, name: string, language: string): Promise<Sources> {
  const texts = new MailTexts(files, name, language);
  const partOf = (ending: "txt" | "html", escape: Escape) =>
    includeTemplates(files.find(`${name}.${ending}`), (included) => {
      if (included.startsWith(textTag)) return escape(texts.get(included.slice(textTag.length)));
      return files.find(included.endsWith(".css") ? included : `${included}.${ending}`);
    });
  return { text: partOf("txt", (text) => text), html: await inlineStyles(partOf("html", escapeAroundTags)), texts };
}

/** Splits the text into the subject in its first line, `Subject: …`, and the body. */
function subjectOf(text: string): Pick<RenderedMail, "subject" | "body"> {
  const match = /^Subject:[ \t]*(.+?)[ \t]*\r?\n\s*/.exec(text);
  if (!match?.[1]) throw new TemplateError("The first line of a text template must be `Subject: …`.");
  // An empty part leaves consecutive empty lines, which become one.
  return { subject: match[1], body: text.slice(match[0].length).replace(/\n{3,}/g, "\n\n") };
}

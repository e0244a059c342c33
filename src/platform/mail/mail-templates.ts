import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { escapeHtml, renderTemplate, TemplateError, type TemplateValues } from "./template.js";

/** An email rendered from templates. */
export interface RenderedMail {
  readonly subject: string;
  readonly body: string;
  readonly html: string;
}

/** The folders of templates. */
export interface TemplateFolders {
  /** The folder with all standard templates. */
  readonly standard: string;
  /** The operator's folder, whose templates override the standard ones; undefined if there is none. */
  readonly own: string | undefined;
}

/** An email to render. */
export interface MailToRender {
  /** Name of the templates, without `.txt` and `.html`. */
  readonly name: string;
  /** Code of the store view, whose folder is searched first. */
  readonly storeCode: string;
  readonly values: TemplateValues;
}

/**
 * Renders emails from templates: `<name>.txt`, whose first line is `Subject: …`, and `<name>.html`. Searches for each in
 * the operator's folder of the store view, then in the operator's folder, then among the standard templates. Operator's
 * files are read for each email, so that changes take effect at once. If an operator's template cannot be rendered, the
 * error is logged and the standard one is used.
 */
export class MailTemplates {
  private readonly known = new Map<string, string>();

  constructor(private readonly folders: TemplateFolders) {}

  render(wanted: MailToRender, log: Pick<Logger, "error">): RenderedMail {
    const { own } = this.folders;
    if (own === undefined) return this.renderFrom([], wanted);
    try {
      // A code has no slashes or dots, so the path stays inside the operator's folder.
      return this.renderFrom([join(own, wanted.storeCode), own], wanted);
    } catch (error) {
      log.error({ err: error, template: wanted.name }, "failed to render an email template, using the standard one");
      return this.renderFrom([], wanted);
    }
  }

  private renderFrom(folders: readonly string[], { name, values }: MailToRender): RenderedMail {
    const renderPart = (ending: "txt" | "html", escape: (value: string) => string) => {
      const find = (file: string) => this.find(folders, `${file}.${ending}`);
      return renderTemplate(find(name), values, { escape, include: find });
    };
    const { subject, body } = subjectOf(renderPart("txt", (value) => value));
    return { subject, body, html: renderPart("html", escapeHtml) };
  }

  private find(folders: readonly string[], file: string): string {
    for (const folder of folders) {
      const found = readIfExists(join(folder, file));
      if (found !== undefined) return found;
    }
    const found = this.known.get(file) ?? readIfExists(join(this.folders.standard, file));
    if (found === undefined) throw new TemplateError(`Template ${file} does not exist.`);
    this.known.set(file, found);
    return found;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    // PostgreSQL cannot store NUL.
    return readFileSync(path, "utf8").replaceAll("\0", "");
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return;
    throw error;
  }
}

/** Splits the text into the subject in its first line, `Subject: …`, and the body. */
function subjectOf(text: string): Pick<RenderedMail, "subject" | "body"> {
  const match = /^Subject:[ \t]*(.+?)[ \t]*\r?\n\s*/.exec(text);
  if (!match?.[1]) throw new TemplateError("The first line of a text template must be `Subject: …`.");
  // An empty part leaves consecutive empty lines, which become one.
  return { subject: match[1], body: text.slice(match[0].length).replace(/\n{3,}/g, "\n\n") };
}

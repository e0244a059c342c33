import mustache from "mustache";

/** A value that a template can show: text, a list or a group of values. An absent value is empty. */
type TemplateValue = string | boolean | undefined | readonly TemplateValue[] | TemplateValues;
export interface TemplateValues {
  readonly [name: string]: TemplateValue;
}

/** A template that cannot be rendered. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/** Converts a value to the format of the surrounding text, for example escapes it for HTML. */
export type Escape = (value: string) => string;

/** Maximum number of templates that a template includes, because one may include itself. */
const maxIncludes = 1000;
const maxDepth = 20;

/** A tag that includes a template, with the rest of its line if it is alone in it, or inside a line. */
const includeTag = /^[ \t]*\{\{>\s*([^\s{}]+)\s*\}\}[ \t]*\r?\n|\{\{>\s*([^\s{}]+)\s*\}\}/gm;

/**
 * Replaces the tags that include other templates by those templates. A tag alone in its line is replaced together with the
 * line, unless the included text has no line end itself. Throws `TemplateError` for a template that includes itself.
 */
export function includeTemplates(template: string, include: (name: string) => string): string {
  let includes = 0;
  const expand = (text: string, depth: number): string =>
    text.replace(includeTag, (tag: string, alone: string | undefined, inside: string | undefined) => {
      const name = alone ?? inside ?? "";
      includes += 1;
      if (includes > maxIncludes || depth > maxDepth) throw new TemplateError(`{{> ${name}}} includes itself`);
      const included = expand(include(name), depth + 1);
      return alone === undefined || included.endsWith("\n") || included === "" ? included : `${included}\n`;
    });
  return expand(template, 0);
}

/** Renders a template of Mustache that includes no others. Throws `TemplateError` for a malformed one. */
export function renderTemplate(template: string, values: TemplateValues, escape: Escape): string {
  try {
    return mustache.render(template, values, undefined, { escape });
  } catch (error) {
    throw new TemplateError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Escapes a value for HTML, as text and in attributes with quotation marks. */
export const escapeHtml: Escape = (value) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes the text around the tags of a template for HTML. */
export const escapeAroundTags = (template: string): string =>
  template.replace(/\{\{[^}]*\}\}|[&<>]/g, (found) => (found.length > 1 ? found : escapeHtml(found)));

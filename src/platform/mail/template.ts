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

/** Options of rendering. */
export interface Rendering {
  /** Converts a value to the format of the surrounding text, for example escapes it for HTML. */
  readonly escape: (value: string) => string;
  /** Returns the template that another one includes. */
  readonly include: (name: string) => string;
}

/** Maximum number of templates that a template includes, because one may include itself. */
const maxIncludes = 1000;

/** Renders a template of Mustache. Throws `TemplateError` for one that is malformed, missing, or includes itself. */
export function renderTemplate(template: string, values: TemplateValues, { escape, include }: Rendering): string {
  let includes = 0;
  const partial = (name: string): string => {
    includes += 1;
    if (includes > maxIncludes) throw new TemplateError(`{{> ${name}}} includes itself`);
    return include(name);
  };
  try {
    return mustache.render(template, values, partial, { escape });
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Escapes a value for HTML, as text and in attributes with quotation marks. */
export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

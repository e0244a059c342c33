/** A value that a template can show: text, a list or a group of values. An absent value is empty. */
type TemplateValue = string | boolean | undefined | readonly TemplateValue[] | TemplateValues;
export interface TemplateValues {
  readonly [name: string]: TemplateValue;
}

/** A template that cannot be rendered. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

type Part =
  | { readonly text: string }
  | { readonly value: string }
  | { readonly include: string }
  | { readonly section: string; readonly isInverted: boolean; readonly parts: Part[] };

/** Options of rendering. */
export interface Rendering {
  /** Converts a value to the format of the surrounding text, for example escapes it for HTML. */
  readonly escape: (value: string) => string;
  /** Returns the template that another one includes. */
  readonly include: (name: string) => string;
}

const maxDepth = 10;

/**
 * Renders a template. `{{name}}` and `{{group.name}}` show a value. `{{#name}}…{{/name}}` repeats its content for each entry of a
 * list, whose values come first, and shows it once for another value that is not empty; `{{^name}}…{{/name}}` shows it for an
 * empty one. `{{.}}` is the entry itself, and `{{> name}}` includes another template. Throws `TemplateError`.
 */
export function renderTemplate(template: string, values: TemplateValues, rendering: Rendering): string {
  return render(parse(template), [values], { ...rendering, depth: 0 });
}

/** Escapes a value for HTML, as text and in attributes with quotation marks. */
export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A tag. One that is alone on its line removes the whole line, unless it shows a value. */
const tag = /^[ \t]*\{\{([#^/>])\s*([\w.]+)\s*\}\}[ \t]*(?:\r?\n|$)|\{\{([#^/>]?)\s*([\w.]+)\s*\}\}/gm;

function parse(template: string): Part[] {
  const root: Part[] = [];
  const open: { readonly name: string; readonly parts: Part[] }[] = [{ name: "", parts: root }];
  const add = (part: Part) => void open.at(-1)?.parts.push(part);
  let end = 0;
  for (const match of template.matchAll(tag)) {
    const [all, lineKind, lineName, inlineKind, inlineName] = match;
    const [kind, name] = [lineKind ?? inlineKind ?? "", lineName ?? inlineName ?? ""];
    add({ text: template.slice(end, match.index) });
    end = match.index + all.length;
    if (kind === "#" || kind === "^") {
      const section = { section: name, isInverted: kind === "^", parts: [] };
      add(section);
      open.push({ name, parts: section.parts });
    } else if (kind === "/") {
      if (open.length === 1 || open.pop()?.name !== name)
        throw new TemplateError(`{{/${name}}} has no matching opening tag`);
    } else {
      add(kind === ">" ? { include: name } : { value: name });
    }
  }
  if (open.length > 1) throw new TemplateError(`{{#${open.at(-1)?.name ?? ""}}} is not closed`);
  add({ text: template.slice(end) });
  return root;
}

interface Nested extends Rendering {
  readonly depth: number;
}

const render = (parts: readonly Part[], scopes: readonly TemplateValue[], rendering: Nested): string =>
  parts.map((part) => renderPart(part, scopes, rendering)).join("");

function renderPart(part: Part, scopes: readonly TemplateValue[], rendering: Nested): string {
  if ("text" in part) return part.text;
  if ("value" in part) return rendering.escape(toText(find(part.value, scopes)));
  if ("include" in part) {
    if (rendering.depth >= maxDepth) throw new TemplateError(`{{> ${part.include}}} includes itself`);
    return render(parse(rendering.include(part.include)), scopes, { ...rendering, depth: rendering.depth + 1 });
  }
  const value = find(part.section, scopes);
  const entries: readonly TemplateValue[] = Array.isArray(value) ? value : isEmpty(value) ? [] : [value];
  if (part.isInverted) return entries.length === 0 ? render(part.parts, scopes, rendering) : "";
  return entries.map((entry) => render(part.parts, [entry, ...scopes], rendering)).join("");
}

const isEmpty = (value: TemplateValue) => value === undefined || value === "" || value === false;

const toText = (value: TemplateValue): string => (typeof value === "string" ? value : "");

/** Finds the first name of a path in the innermost scope that has it. */
function find(path: string, scopes: readonly TemplateValue[]): TemplateValue {
  if (path === ".") return scopes[0];
  const [first = "", ...others] = path.split(".");
  const scope = scopes.find((one) => isGroup(one) && Object.hasOwn(one, first));
  return [first, ...others].reduce<TemplateValue>(
    (value, name) => (isGroup(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    scope,
  );
}

const isGroup = (value: TemplateValue): value is TemplateValues => typeof value === "object" && !Array.isArray(value);

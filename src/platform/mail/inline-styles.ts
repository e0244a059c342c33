/** The inlined templates by their source. */
const inlined = new Map<string, string>();
/** Operators edit their templates while the server runs. */
const maxInlined = 500;

/**
 * Writes the rules of the style sheet in an HTML template into style attributes, because many mail programs ignore style
 * sheets. Media queries stay. Each template is inlined once, before any value is in it, and the library is loaded then.
 */
export async function inlineStyles(template: string): Promise<string> {
  const found = inlined.get(template);
  if (found !== undefined) return found;
  const { default: juice } = await import("juice");
  const result = juice(template, { applyHeightAttributes: false, inlinePseudoElements: false })
    // Every mail is stored with its HTML, so it has no indentation.
    .replace(/^\s+/gm, "");
  if (inlined.size >= maxInlined) inlined.clear();
  inlined.set(template, result);
  return result;
}

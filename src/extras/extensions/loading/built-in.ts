import { webhooks } from "../../webhooks/published.js";
import type { Extension } from "../extension.types.js";
import { tablePrefix } from "./extension-files.js";

/**
 * Extensions that every process has. They are loaded and checked as those of `PORTICO_EXTENSIONS` are, before them. Their tables are in
 * Portico's own migrations, so the names of those need no prefix.
 */
export const builtInExtensions: readonly Extension[] = [webhooks];

const builtIn = new Set<Extension>(builtInExtensions);

/** Whether every process has an extension. */
export const isBuiltIn = (extension: Extension): boolean => builtIn.has(extension);

/** Whether a table may belong to an extension by its name. */
export const mayHaveTable = (extension: Extension, table: string): boolean =>
  isBuiltIn(extension) || table.startsWith(tablePrefix(extension));

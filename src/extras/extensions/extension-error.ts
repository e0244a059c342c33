import type { Extension } from "./extension.types.js";

/** An extension that cannot be loaded. The message names it and says what to do. */
export class ExtensionError extends Error {
  override readonly name = "ExtensionError";
}

/** `my-shop 1.2.0`. */
export const titleOf = ({ name, version }: Pick<Extension, "name" | "version">): string => `${name} ${version}`;

/** Returns the error for an extension that breaks a rule. */
export const broken = (extension: Pick<Extension, "name" | "version">, reason: string, cause?: unknown) =>
  new ExtensionError(`Extension ${titleOf(extension)}: ${reason}`, cause === undefined ? {} : { cause });

/** Returns the text of anything that was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OwnPage } from "../../console/own-page.types.js";
import { broken } from "../extension-error.js";
import type { Extension } from "../extension.types.js";

/** Returns the pages that an extension adds to the console. Throws `ExtensionError` for a folder without an `index.html`. */
export const pagesOf = (extension: Extension): OwnPage[] =>
  (extension.pages ?? []).map(({ path, title, files }) => {
    const folder = fileURLToPath(files);
    if (!existsSync(join(folder, "index.html")))
      throw broken(extension, `the page ${path} has no index.html in ${folder}.`);
    return { path: `${extension.name}/${path}`, title, folder };
  });

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TemplateError } from "./template.js";

/** The folder with all standard templates and texts. */
const standard = join(import.meta.dirname, "templates");

/** The standard files that were read. They do not change while a process runs. */
const known = new Map<string, string | undefined>();

/** Files of templates: the operator's, which are read for each email so that changes take effect at once, and the standard ones. */
export class TemplateFiles {
  /** The operator's folders, the most specific first. */
  constructor(private readonly folders: readonly string[]) {}

  /** Returns the content of the first file with the name. Throws `TemplateError` if there is none. */
  find(file: string): string {
    const [found] = this.findAll(file);
    if (found === undefined) throw new TemplateError(`Template ${file} does not exist.`);
    return found;
  }

  /** Returns the contents of all files with the name, the most specific first. */
  findAll(file: string): string[] {
    const own = this.folders.map((folder) => readIfExists(join(folder, file)));
    if (!known.has(file)) known.set(file, readIfExists(join(standard, file)));
    return [...own, known.get(file)].filter((found) => found !== undefined);
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

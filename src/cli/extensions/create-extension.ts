import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../../platform/process/version.js";

/** The files of a new extension, with placeholders for its name. */
const template = fileURLToPath(new URL("template/", import.meta.url));

/**
 * Writes a new extension into a folder of its name and returns the paths of its files. Throws for a name that is not valid,
 * and if the folder exists.
 */
export function createExtension(name: string, parent: string): string[] {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(name) || name === "portico") {
    throw new Error(`"${name}" is not a name for an extension: use 2 to 31 lower-case letters, digits and hyphens.`);
  }
  const folder = join(parent, name);
  if (existsSync(folder)) throw new Error(`${folder} exists already. Choose another name or remove it.`);
  const files = readdirSync(template, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length))
    .sort();
  for (const file of files) {
    const target = join(folder, nameOf(file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withNames(readFileSync(join(template, file), "utf8"), name));
  }
  return files.map(nameOf);
}

/** npm leaves out files with the name `.gitignore`. */
const nameOf = (file: string) => (file === "gitignore" ? ".gitignore" : file);

/** Fills the placeholders of a file. */
function withNames(text: string, name: string): string {
  const words = name.split("-").filter((word) => word !== "");
  const prefix = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const names: Readonly<Record<string, string>> = {
    name,
    prefix,
    portico: `^${version}`,
    table: name.replaceAll("-", "_"),
    field: prefix.charAt(0).toLowerCase() + prefix.slice(1),
  };
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, key: string) => names[key.toLowerCase()] ?? placeholder);
}

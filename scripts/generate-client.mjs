// Generates the Prisma client into src/platform/db/generated, unless it is up to date.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { asClientModels } from "./client-models.mjs";
import { writeModelTables } from "./model-tables.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, "src/platform/db/generated");
const stamp = join(generated, ".stamp");
/** Prisma requires the models in a folder. */
const clientModels = join(root, "node_modules/.cache/portico/models");
const require = createRequire(import.meta.url);
const prismaPackage = require.resolve("prisma/package.json");
const prisma = JSON.parse(readFileSync(prismaPackage, "utf8"));

const wanted = fingerprint();
const found = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (found !== wanted) {
  console.log("Generating the database client");
  generate();
  writeFileSync(join(generated, "tables.ts"), writeModelTables(modelFiles().map(readModels).join("\n")));
  writeFileSync(stamp, wanted);
}

function modelFiles() {
  return readdirSync(join(root, "prisma"), { recursive: true })
    .filter((name) => name.endsWith(".prisma"))
    .sort();
}

function readModels(name) {
  return readFileSync(join(root, "prisma", name), "utf8");
}

/**
 * Returns a hash of the inputs of the generated code: the models, their conversion for the client, and Prisma's
 * version.
 */
function fingerprint() {
  const hash = createHash("sha256").update(prisma.version);
  for (const name of ["client-models.mjs", "model-tables.mjs"]) hash.update(readFileSync(join(root, "scripts", name)));
  for (const name of modelFiles()) hash.update(name).update(readModels(name));
  return hash.digest("hex");
}

function writeClientModels() {
  rmSync(clientModels, { recursive: true, force: true });
  const output = relative(clientModels, generated).replaceAll("\\", "/");
  for (const name of modelFiles()) {
    const path = join(clientModels, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, asClientModels(readModels(name), output));
  }
}

function generate() {
  writeClientModels();
  const command = join(dirname(prismaPackage), prisma.bin.prisma);
  try {
    execFileSync(process.execPath, [command, "generate", "--schema", clientModels], {
      cwd: root,
      env: {
        // Without a path, Prisma downloads an engine, although this command never starts it.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: "1",
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        ...process.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    console.error(`${error.stdout}${error.stderr}`);
    console.error("The database client could not be generated.");
    process.exit(1);
  }
}

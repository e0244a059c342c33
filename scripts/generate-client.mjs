// Generates the Prisma client into src/db/generated, unless it is up to date already.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, "src/db/generated");
const stamp = join(generated, ".stamp");
const require = createRequire(import.meta.url);
const prismaPackage = require.resolve("prisma/package.json");
const prisma = JSON.parse(readFileSync(prismaPackage, "utf8"));

const wanted = fingerprint();
const found = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (found !== wanted) {
  console.log("Generating the database client");
  generate();
  writeFileSync(stamp, wanted);
}

/** What the generated code depends on: the models and Prisma's version. */
function fingerprint() {
  const models = readdirSync(join(root, "prisma"), { recursive: true })
    .filter((name) => name.endsWith(".prisma"))
    .sort();
  const hash = createHash("sha256").update(prisma.version);
  for (const name of models) hash.update(name).update(readFileSync(join(root, "prisma", name)));
  return hash.digest("hex");
}

function generate() {
  const command = join(dirname(prismaPackage), prisma.bin.prisma);
  try {
    execFileSync(process.execPath, [command, "generate"], {
      cwd: root,
      env: {
        // Prisma downloads an engine when none is named, although this command never starts it.
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

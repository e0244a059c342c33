import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { printSchema } from "graphql";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildSurface } from "../../src/schema.js";

const run = promisify(execFile);
const parent = join(import.meta.dirname, "../../var");
const compiler = join(parent, "relay/node_modules/relay-compiler/cli.js");
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, "relay-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The settings that docs/graphql.md recommends. */
const settings = JSON.parse(
  /```json\n(\{\s*"schemaConfig"[\s\S]*?)```/.exec(readFileSync("docs/graphql.md", "utf8"))?.[1] ?? "{}",
) as object;

const page = `graphql\`
  fragment ProductPage_query on Query
  @refetchable(queryName: "ProductPageQuery")
  @argumentDefinitions(first: {type: "Int"}, after: {type: "String"}, last: {type: "Int"}, before: {type: "String"}) {
    products(first: $first, after: $after, last: $last, before: $before) @connection(key: "ProductPage_products") {
      edges { node { ...ProductRow_product } }
    }
  }
\`;`;

const row = `graphql\`
  fragment ProductRow_product on Product @refetchable(queryName: "ProductRowQuery") {
    sku
    status
    categories { name products { sku } }
  }
\`;`;

const mutation = `graphql\`
  mutation SaveMutation($group: CustomerGroupInput!) {
    saveCustomerGroup(group: $group) { code }
    user_errors { path code field message }
  }
\`;`;

/** Compiles the files of a program with the compiler of Relay. Returns its output; throws with its errors. */
async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(folder, "program-"));
  mkdirSync(join(root, "src/__generated__"), { recursive: true });
  writeFileSync(join(root, "schema.graphql"), printSchema(buildSurface().graph()));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, "src", `${name}.ts`), `import { graphql } from "react-relay";\n${text}\n`);
  }
  const config = { src: "./src", schema: "./schema.graphql", language: "typescript", ...settings };
  const paths = { artifactDirectory: "./src/__generated__" };
  writeFileSync(join(root, "relay.config.json"), JSON.stringify({ ...config, ...paths }));
  await run(process.execPath, [compiler, "relay.config.json"], { cwd: root });
  return readdirSync(join(root, "src/__generated__"))
    .map((name) => readFileSync(join(root, "src/__generated__", name), "utf8"))
    .join("\n");
}

describe("Relay's compiler", () => {
  beforeEach(({ skip }) => {
    skip(!existsSync(compiler) && !process.env["CI"], "Relay's compiler is not installed, see CONTRIBUTING.md");
  });

  it("compiles connections in both directions, records by their id, and mutations with their errors", async () => {
    const artifacts = await compile({ ProductPage: page, ProductRow: row, Save: mutation });
    expect(artifacts).toContain('"has_previous_page"');
    expect(artifacts).toMatch(/query ProductRowQuery\(\\n {2}\$node_id: ID!/);
    expect(artifacts).toMatch(/node_id/);
    expect(artifacts).toContain("UserErrorCode");
  });

  it("rejects a connection over a search without a cursor", async () => {
    const taxes = page.replaceAll("ProductPage", "TaxPage").replaceAll("products", "taxClasses");
    await expect(compile({ TaxPage: taxes.replace("ProductRow_product", "Tax") })).rejects.toThrow(/TaxPage/);
  });
});

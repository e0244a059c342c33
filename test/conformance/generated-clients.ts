import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { codegen } from "@graphql-codegen/core";
import * as typedDocuments from "@graphql-codegen/typed-document-node";
import * as operations from "@graphql-codegen/typescript-operations";
import { parse, printSchema } from "graphql";
import ts from "typescript";
import { buildSurface } from "../../src/schema.js";

const run = promisify(execFile);

/** Returns the types that openapi-typescript has generated from the document: `npm run gen` keeps them up to date. */
export const restTypes = (): string =>
  readFileSync(join(import.meta.dirname, "../../clients/typescript/src/schema.ts"), "utf8");

/** Returns the types of the scalars as the documentation gives them to users of GraphQL Code Generator. */
function documentedConfig(): object {
  const page = readFileSync(join(import.meta.dirname, "../../docs/graphql.md"), "utf8");
  const [, json = ""] = /### Scalars in generated code\n[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
  return JSON.parse(json) as object;
}

/** Returns the types and documents that GraphQL Code Generator generates from the schema and these operations. */
export function graphqlTypes(document: string): Promise<string> {
  return codegen({
    filename: "graphql.ts",
    schema: parse(printSchema(buildSurface().graph())),
    documents: [{ location: "client.graphql", document: parse(document) }],
    config: { ...documentedConfig(), useTypeImports: true },
    plugins: [{ operations: {} }, { typedDocuments: {} }],
    pluginMap: { operations, typedDocuments },
  });
}

/** A folder with a program, within the project so that the program finds the project's packages. */
export class ClientProject implements Disposable {
  private readonly folder: string;

  constructor(private readonly files: Readonly<Record<string, string>>) {
    const parent = join(import.meta.dirname, "../../var");
    mkdirSync(parent, { recursive: true });
    this.folder = mkdtempSync(join(parent, "client-"));
    writeFileSync(join(this.folder, "package.json"), '{ "type": "module" }');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text);
  }

  /** Compiles strictly and returns the errors of the compiler. */
  compile(): string[] {
    const names = Object.keys(this.files).map((name) => join(this.folder, name));
    const program = ts.createProgram(names, {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    });
    const { diagnostics } = program.emit();
    return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(
      ({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  }

  /** Runs a compiled program in a separate process and returns its parsed output. */
  async run(name: string, ...values: readonly string[]): Promise<unknown> {
    const { stdout } = await run(process.execPath, [join(this.folder, name), ...values]);
    return JSON.parse(stdout);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

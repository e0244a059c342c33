import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GraphQLError } from "graphql";
import * as z from "zod";
import { ConfigError } from "../../../config.js";

/** Documents by their hash, as `graphql-codegen` writes them. */
const byHash = z.record(z.string(), z.string());

/** Documents as Apollo's `generate-persisted-query-manifest` writes them. */
const manifest = z.object({
  format: z.literal("apollo-persisted-query-manifest"),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** The only documents that this process runs. */
export class SafeDocuments {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly hashes: ReadonlySet<string>;

  /** Takes the texts of documents by their ids. */
  constructor(documents: readonly (readonly [id: string, text: string])[]) {
    this.texts = new Map(documents.flatMap(([id, text]) => [[id, text] as const, [hashOf(text), text] as const]));
    this.hashes = new Set(documents.map(([, text]) => hashOf(text)));
  }

  /** Returns the document with an id; undefined if the id is unknown. */
  textOf(id: string): string | undefined {
    return this.texts.get(id);
  }

  /** Throws 403 for a text that is not one of the documents. */
  check(text: string): void {
    if (this.hashes.has(hashOf(text))) return;
    throw new GraphQLError("The query is not one of the documents that this service runs.", {
      extensions: { code: "DOCUMENT_NOT_ALLOWED", http: { status: 403 } },
    });
  }
}

/**
 * Reads the file named by `PORTICO_GRAPHQL_DOCUMENTS`. Returns undefined if the setting is not set: then every document
 * runs. Throws `ConfigError` if the file cannot be read.
 */
export async function readSafeDocuments(path: string | undefined): Promise<SafeDocuments | undefined> {
  if (path === undefined) return undefined;
  try {
    const given = z.union([manifest, byHash]).parse(JSON.parse(await readFile(path, "utf8")));
    return new SafeDocuments(
      isManifest(given) ? given.operations.map(({ id, body }) => [id, body]) : Object.entries(given),
    );
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? "expected documents by their hash, or a persisted query manifest of Apollo"
        : String(error);
    throw new ConfigError(`PORTICO_GRAPHQL_DOCUMENTS cannot be read: ${reason}`);
  }
}

const isManifest = (given: z.output<typeof manifest> | z.output<typeof byHash>): given is z.output<typeof manifest> =>
  Array.isArray(given["operations"]);

import { createHash, randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Acceptance, AsyncQueue } from "../../../api/call/stored/async-queue.js";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { deleteImport, insertImport, attachBulk, insertPart, type Policy } from "./imports.rows.js";
import { describeReading, type FileReading } from "./describe-reading.js";
import type { FileSource } from "./reading/file-bytes.js";
import { FileReader, type ReadOptions } from "./reading/read-parts.js";

/** The GraphQL name of the operation that applies a part. */
export const applyPart = "applyPriceImportPart";

/** The part number that stands for the whole file. */
export const wholeFile = -1;

/** Reads a policy. Throws 400 for an unknown one. */
export function policyOf(text: string | null | undefined): Policy {
  if (!text || text === "skip-failed") return { name: "skip-failed", stopAfter: null };
  if (text === "all-or-nothing") return { name: "all-or-nothing", stopAfter: null };
  const stopAfter = Number(/^stop-after[:=]([1-9]\d{0,8})$/.exec(text)?.[1]);
  if (stopAfter > 0) return { name: "stop-after", stopAfter };
  throw inputError("The policy %policy is unknown: use skip-failed, all-or-nothing or stop-after:N.", { policy: text });
}

/** A file to import. */
export interface GivenFile {
  readonly source: FileSource;
  readonly policy: Policy;
  readonly options: ReadOptions;
  /** Only `Idempotency-Key` and `Callback-Url` are used. */
  readonly headers: IncomingHttpHeaders;
}

/** The bulk of an accepted file, and how the file is read. */
export interface AcceptedFile extends Acceptance, FileReading {}

/**
 * Receives a file part by part, then queues its parts as operations of a bulk. Throws 400 for a file that cannot be read.
 * In that case, and when the connection breaks, the import is deleted.
 */
export async function acceptImport(ctx: Context, file: GivenFile, queue: AsyncQueue): Promise<AcceptedFile> {
  const id = randomUUID();
  try {
    const received = await receiveParts(ctx, id, file);
    const route = await queue.routeFor(applyPart, ctx);
    const parts = file.policy.name === "all-or-nothing" ? [wholeFile] : [...Array(received.parts).keys()];
    const body = parts.map((part) => ({ part, digest: received.digest }));
    return await ctx.db.transaction(async (db) => {
      const accepted = await queue.accept({
        mode: "bulk",
        route,
        path: {},
        body,
        headers: file.headers,
        ctx: { ...ctx, db },
      });
      const attached = { bulk: accepted.bulk_uuid, reading: received.format.reading };
      // A repeated call gets the bulk of the first one, which already has an import.
      if (!(await attachBulk(db, id, attached))) await deleteImport(db, id);
      return { ...accepted, ...describeReading(received.format) };
    });
  } catch (error) {
    await deleteImport(ctx.db, id);
    throw error;
  }
}

/** Stores the parts of a file. Each part is written while the next one is read. */
async function receiveParts({ db }: Context, id: string, { source, policy, options }: GivenFile) {
  const hash = createHash("sha256").update(JSON.stringify(policy));
  const file = new FileReader(source, options);
  let parts = 0;
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const part of file.parts()) {
      if (parts === 0) await insertImport(db, id, { format: file.format, policy });
      hash.update(part.content);
      parts += 1;
      await writing;
      writing = insertPart(db, id, part);
      // The error is reported where the promise is awaited.
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  hash.update(JSON.stringify(file.format));
  return { parts, format: file.format, digest: hash.digest("base64url") };
}

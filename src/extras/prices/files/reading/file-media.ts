import type { IncomingMessage } from "node:http";
import { Busboy } from "@fastify/busboy";
import { inputError, mediaTypeUnsupported } from "../../../../api/call/errors.js";
import type { FileSource } from "./file-bytes.js";
import { charsetOf } from "./file-text.js";

/** What the header `Content-Type` of an upload says. */
export interface FileMedia {
  /** The format of the file; undefined if its content decides, `arguments` for JSON that has the file as text. */
  readonly format: FileSource["format"] | "arguments";
  readonly charset: string | undefined;
}

const formats: ReadonlyMap<string, FileMedia["format"]> = new Map<string, FileMedia["format"]>([
  ...["text/csv", "application/csv", "text/x-csv", "application/x-csv"].map((type) => [type, "csv"] as const),
  ...["text/comma-separated-values", "text/tab-separated-values"].map((type) => [type, "csv"] as const),
  ...["application/x-ndjson", "application/ndjson", "application/jsonl"].map((type) => [type, "ndjson"] as const),
  ["application/json", "arguments"],
]);

/** Types that browsers and curl send for any file. */
const openTypes: ReadonlySet<string> = new Set([
  ...["", "text/plain", "application/octet-stream", "application/x-www-form-urlencoded", "multipart/form-data"],
  ...["application/vnd.ms-excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ...["application/gzip", "application/x-gzip", "application/zip", "application/x-zip-compressed"],
]);

const mediaTypeOf = (header: string): string => header.split(";")[0]?.trim().toLowerCase() ?? "";

/** Returns what the header of a body says. Throws 400 for a media type that no price file has. */
export function mediaOf(header: string): FileMedia {
  const type = mediaTypeOf(header);
  const format = formats.get(type);
  if (format === undefined && !openTypes.has(type)) throw mediaTypeUnsupported(type);
  const charset = /;\s*charset=\s*("[^"]*"|[^;\s]+)/i.exec(header)?.[1];
  return { format, charset: format === "arguments" ? undefined : charsetOf(charset) };
}

/** Whether a body is a form with a file. */
export const isForm = (header: string | undefined): boolean => mediaTypeOf(header ?? "") === "multipart/form-data";

/** Reads a request without closing its connection if the reader stops early, so that it can still be answered. */
export const chunksOf = (request: IncomingMessage): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>,
});

/** Reads the only file of a form. Throws 400 for a form without a file, with several, or with other fields. */
export async function* fileInForm(request: IncomingMessage): AsyncGenerator<Buffer> {
  const type = request.headers["content-type"] ?? "";
  const form = new Busboy({ headers: { ...request.headers, "content-type": type }, limits: { files: 2 } });
  const queue: Buffer[] = [];
  let failure: Error | undefined;
  let files = 0;
  form.on("file", (_name, stream) => {
    files += 1;
    stream.on("data", (chunk: Buffer) => queue.push(chunk));
  });
  form.on(
    "field",
    (name) => (failure ??= inputError("Send the option %name in the query, not as a field of the form.", { name })),
  );
  form.on("error", () => (failure ??= invalidForm()));
  for await (const chunk of chunksOf(request)) {
    await new Promise<void>((resolve) => form.write(chunk, () => resolve()));
    if (failure !== undefined) throw failure;
    yield* queue.splice(0);
  }
  await new Promise<void>((resolve) =>
    form
      .on("finish", resolve)
      .on("error", () => resolve())
      .end(),
  );
  if (failure !== undefined) throw failure;
  yield* queue.splice(0);
  if (files !== 1) throw invalidForm();
}

const invalidForm = () => inputError("The form must have exactly one file.");

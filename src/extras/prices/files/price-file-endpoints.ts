import { Readable } from "node:stream";
import { encodingUnsupported } from "../../../api/call/errors.js";
import { authorize, type Call, invoke } from "../../../api/call/invoke.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Route } from "../../../api/contract/routes/operations.js";
import type { Answer } from "../../../api/http/answer/answer.js";
import { bodyLimits, readBody } from "../../../api/http/body/body.js";
import { BodyShare } from "../../../api/http/body/body-budget.js";
import { allowSteadyBody } from "../../../api/http/body/body-deadline.js";
import {
  answerOf,
  type Endpoint,
  type EndpointDependencies,
  readCall,
  syncEndpoint,
} from "../../../api/http/endpoint.js";
import { previewHeaders, wantsPreview } from "../../../api/http/preview.js";
import { type ExportFormatName, exportFormatNameOf, exportFormatOf } from "./export/export-format.js";
import { writeWorkbook } from "./export/write-workbook.js";
import { importOf } from "./import-state.js";
import type { PriceFilePage } from "./price-files.types.js";
import { type FileSource, sourceFormatOf } from "./reading/file-bytes.js";
import { chunksOf, fileInForm, type FileMedia, isForm, mediaOf } from "./reading/file-media.js";
import { sendFile } from "./export/send-file.js";

/**
 * Creates the endpoints of the routes whose body or answer is a whole file. They replace the endpoints that read and write
 * JSON. Callers still reach those with a JSON body or by accepting only JSON. A file takes the same steps as JSON, except
 * that it is streamed: in place of its text, the operation gets its source, and an answer is written page by page.
 */
export const priceFileEndpoints = (routes: readonly Route[], process: EndpointDependencies): Endpoint[] =>
  routes.flatMap((route) => {
    const make = endpoints[route.line];
    return make ? [make(route, { ...process, routes })] : [];
  });

interface FileProcess extends EndpointDependencies {
  readonly routes: readonly Route[];
}

type EndpointCall = Parameters<Endpoint["answer"]>[0];

const endpoints: Readonly<Record<string, (route: Route, process: FileProcess) => Endpoint>> = {
  "POST /V1/price-imports": importEndpoint,
  "POST /V1/price-imports/columns": (route, process) => bodyEndpoint(route, process, undefined),
  "GET /V1/price-imports/:bulkUuid/failed-rows": listEndpoint,
  "GET /V1/price-imports/:bulkUuid/warnings": listEndpoint,
  "GET /V1/price-exports": (route, process) =>
    fileEndpoint(route, process, async ({ args }) => {
      const format = exportFormatNameOf(textOf(args["format"]));
      if (format === "xlsx") exportFormatOf(format, textOf(args["locale"]));
      return { name: format === "magento-advanced-pricing" ? "advanced_pricing" : "prices", format };
    }),
};

/** Makes the endpoint of a list of rows of an import, in the format of its file. */
function listEndpoint(route: Route, process: FileProcess): Endpoint {
  return fileEndpoint(route, process, async ({ args, ctx }) => {
    const { format } = await importOf(ctx.db, String(args["bulkUuid"]));
    return { name: route.line.endsWith("warnings") ? "warnings" : "failed-rows", format: format.format };
  });
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

function importEndpoint(route: Route, process: FileProcess): Endpoint {
  const preview = process.routes.find(({ line }) => line === "POST /V1/price-imports/preview");
  if (!preview) throw new Error("The preview route of price imports is missing.");
  return bodyEndpoint(route, process, preview);
}

/** Makes the endpoint of a route whose body is a file. An import is answered with 202, or as a preview. */
function bodyEndpoint(route: Route, { kernel }: FileProcess, preview: Route | undefined): Endpoint {
  return {
    method: route.method,
    segments: route.segments,
    async answer(sent) {
      // A GraphQL argument cannot have a dash, but a query parameter is usually written with one.
      const call = { ...sent, search: sent.search.replace(/(^|[?&])header-line=/, "$1headerLine=") };
      const { headers } = call.exchange.request;
      await authorize(kernel.config, { route, ctx: call.ctx });
      const answer = (read: Call) =>
        preview && wantsPreview(headers)
          ? answerCall(kernel, { ...read, route: preview }, { status: 200, headers: previewHeaders })
          : answerCall(kernel, read, { status: preview ? 202 : 200 });
      const media = mediaOf(headers["content-type"] ?? "");
      const isFile = media.format !== "arguments" || new URLSearchParams(call.search).has("format");
      if (isFile) return answerFile(call, { route, kernel, media }, answer);
      const body = await readBody(call.exchange, bodyLimits(kernel, call.ctx.actor));
      if (!Array.isArray(body)) return answer(readCall(route, call, body));
      const limit = kernel.config.PORTICO_PRICE_FILE_LIMIT;
      const rows = body.map((row) => Buffer.from(`${JSON.stringify(row)}\n`));
      const file: FileSource = { chunks: Readable.from(rows), isGzip: false, format: "ndjson", limit };
      return answer(withFile(readCall(route, call, { file: "" }), file));
    },
  };
}

const withFile = (read: Call, file: FileSource): Call => ({ ...read, args: { ...read.args, file } });

async function answerCall(kernel: Kernel, call: Call, head: Pick<Answer, "status" | "headers">): Promise<Answer> {
  return { ...answerOf(call.route, await invoke(kernel, call), call.ctx.selection), ...head };
}

interface SentFile {
  readonly route: Route;
  readonly kernel: Kernel;
  readonly media: FileMedia;
}

/** Answers a call whose body is the file. The query can name its format. */
async function answerFile(
  call: EndpointCall,
  { route, kernel, media }: SentFile,
  answer: (read: Call) => Promise<Answer>,
): Promise<Answer> {
  try {
    const body = sourceOf(call, kernel);
    const read = readCall(route, call, { file: "" });
    const named = sourceFormatOf(textOf(read.args["format"]));
    const format = named ?? (media.format === "arguments" ? undefined : media.format);
    return await answer(withFile(read, { ...body, format, charset: media.charset }));
  } finally {
    // Unread data would block the connection.
    call.exchange.request.resume();
  }
}

/** Bytes of a file in memory while it is received: the part being read and the part being written. */
const bytesInMemory = 4 << 20;

function sourceOf({ ctx, exchange }: EndpointCall, { config, limits }: Kernel): Omit<FileSource, "format"> {
  const { request, response } = exchange;
  allowSteadyBody(request);
  new BodyShare(limits.bodies.of(ctx.actor), response).reserve(Math.min(bytesInMemory, config.PORTICO_BODIES_LIMIT));
  const encoding = (request.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (!/^(?:identity|x-gzip|gzip|)$/.test(encoding)) throw encodingUnsupported(encoding);
  const chunks = isForm(request.headers["content-type"]) ? fileInForm(request) : chunksOf(request);
  return { chunks, isGzip: encoding.endsWith("gzip"), limit: config.PORTICO_PRICE_FILE_LIMIT };
}

/** The name of a file without its ending, and its format. */
interface FileName {
  readonly name: string;
  readonly format: ExportFormatName;
}

const fileTypes: Readonly<Record<ExportFormatName, { readonly type: string; readonly ending: string }>> = {
  csv: { type: "text/csv; charset=utf-8; header=present", ending: "csv" },
  "magento-advanced-pricing": { type: "text/csv; charset=utf-8; header=present", ending: "csv" },
  ndjson: { type: "application/x-ndjson", ending: "ndjson" },
  xlsx: { type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ending: "xlsx" },
};

function fileEndpoint(
  route: Route,
  { kernel, queue }: EndpointDependencies,
  nameOf: (call: Call) => Promise<FileName>,
): Endpoint {
  const json = syncEndpoint(route, { kernel, queue });
  return {
    ...json,
    ignoresAccept: true,
    async answer(call) {
      const { exchange, ctx } = call;
      if (/^\s*application\/json\s*$/i.test(exchange.request.headers.accept ?? "")) return json.answer(call);
      await authorize(kernel.config, { route, ctx });
      const read = readCall(route, call, {});
      const { name, format } = await nameOf(read);
      const { type, ending } = fileTypes[format];
      const file = { type, name: `${name}.${ending}` };
      if (format === "xlsx") {
        const csv = { ...read, args: { ...read.args, format: "csv" } };
        await sendFile(exchange, file, writeWorkbook(pagesOf(kernel, csv)));
      } else await sendFile(exchange, file, pagesOf(kernel, read));
      return undefined;
    },
  };
}

/** Yields all pages of a file, whichever one the call names. */
async function* pagesOf(kernel: Kernel, { args, ...call }: Call): AsyncGenerator<string> {
  for (let after: string | null = "", page: PriceFilePage; after !== null; after = page.next) {
    page = (await invoke(kernel, { ...call, args: { ...args, after } })) as PriceFilePage;
    yield page.content;
  }
}

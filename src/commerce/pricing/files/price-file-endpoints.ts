import type { IncomingMessage } from "node:http";
import { charsetUnsupported, encodingUnsupported, mediaTypeUnsupported } from "../../../api/call/errors.js";
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
import { policyOf } from "./accept-import.js";
import { formatOf } from "./export/export-prices.js";
import { importOf } from "./import-state.js";
import type { PriceFilePage } from "./price-files.types.js";
import type { FileSource } from "./read-parts.js";
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
  "GET /V1/price-imports/:bulkUuid/failed-rows": (route, process) =>
    fileEndpoint(route, process, async ({ args, ctx }) => {
      const { format } = await importOf(ctx.db, String(args["bulkUuid"]));
      return { name: "failed-rows", format: format.format };
    }),
  "GET /V1/price-exports": (route, process) =>
    fileEndpoint(route, process, async ({ args }) => ({
      name: "prices",
      format: formatOf(textOf(args["format"])).format,
    })),
};

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

function importEndpoint(route: Route, process: FileProcess): Endpoint {
  const { kernel } = process;
  const preview = process.routes.find(({ line }) => line === "POST /V1/price-imports/preview");
  if (!preview) throw new Error("The preview route of price imports is missing.");
  return {
    method: route.method,
    segments: route.segments,
    async answer(call) {
      const { headers } = call.exchange.request;
      await authorize(kernel.config, { route, ctx: call.ctx });
      const type = mediaFormatOf(headers["content-type"] ?? "");
      const answer = (read: Call) =>
        wantsPreview(headers)
          ? answerPreview(kernel, { ...read, route: preview })
          : answerCall(kernel, read, { status: 202 });
      if (type !== "json") return answerFile(call, { route, kernel, format: type }, answer);
      return answer(readCall(route, call, await readBody(call.exchange, bodyLimits(kernel, call.ctx.actor))));
    },
  };
}

/** Answers the preview of an import. Throws 400 for a policy that the import would reject; a preview has none. */
function answerPreview(kernel: Kernel, call: Call): Promise<Answer> {
  policyOf(textOf(call.args["policy"]));
  return answerCall(kernel, call, { status: 200, headers: previewHeaders });
}

async function answerCall(kernel: Kernel, call: Call, head: Pick<Answer, "status" | "headers">): Promise<Answer> {
  return { ...answerOf(call.route, await invoke(kernel, call), call.ctx.selection), ...head };
}

interface SentFile {
  readonly route: Route;
  readonly kernel: Kernel;
  readonly format: FileSource["format"];
}

/** Answers a call whose body is the file. */
async function answerFile(
  call: EndpointCall,
  { route, kernel, format }: SentFile,
  answer: (read: Call) => Promise<Answer>,
): Promise<Answer> {
  try {
    const file: FileSource = { ...sourceOf(call, kernel), format };
    const read = readCall(route, call, { file: "", format });
    return await answer({ ...read, args: { ...read.args, file } });
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
  return { chunks: chunksOf(request), isGzip: encoding.endsWith("gzip"), limit: config.PORTICO_PRICE_FILE_LIMIT };
}

/** Reads a request without closing its connection if the reader stops early, so that it can still be answered. */
const chunksOf = (request: IncomingMessage): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>,
});

/** Returns the format of a body. Throws 400 for any other media type. */
function mediaFormatOf(header: string): FileSource["format"] | "json" {
  const [type = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const format = formats.get(type);
  if (format === undefined) throw mediaTypeUnsupported(type);
  if (format !== "json" && charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw charsetUnsupported();
  return format;
}

const formats: ReadonlyMap<string, FileSource["format"] | "json"> = new Map<string, FileSource["format"] | "json">([
  ["text/csv", "csv"],
  ["application/csv", "csv"],
  ["application/x-ndjson", "ndjson"],
  ["application/ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  ["application/json", "json"],
]);

/** The name of a file without its ending, and its format. */
interface FileName {
  readonly name: string;
  readonly format: FileSource["format"];
}

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
      const type = format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson";
      await sendFile(exchange, { type, name: `${name}.${format}` }, pagesOf(kernel, read));
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

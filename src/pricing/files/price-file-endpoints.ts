import type { IncomingMessage } from "node:http";
import { charsetUnsupported, encodingUnsupported, mediaTypeUnsupported } from "../../call/errors.js";
import { authorize, invoke } from "../../call/invoke.js";
import type { Kernel } from "../../call/kernel.js";
import type { Route } from "../../contract/operations.js";
import type { Answer } from "../../http/answer.js";
import { bodyLimits, readBody } from "../../http/body.js";
import { BodyShare } from "../../http/body-budget.js";
import { allowSteadyBody } from "../../http/body-deadline.js";
import { asObject, type Endpoint, type EndpointDependencies, syncEndpoint } from "../../http/endpoint.js";
import { previewHeaders, wantsPreview } from "../../http/preview.js";
import { parseQuery } from "../../http/query.js";
import { acceptImport, policyOf } from "./accept-import.js";
import { exportOf, exportPages } from "./export-prices.js";
import { failedPages } from "./failed-rows.js";
import { importOf } from "./import-state.js";
import { previewImport } from "./preview.js";
import type { FileSource } from "./read-parts.js";
import { sendFile } from "./send-file.js";

/**
 * Creates the endpoints of the routes whose body or answer is a whole file. They replace the endpoints that read and write
 * JSON. Callers still reach those with a JSON body or by accepting only JSON.
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
    fileEndpoint(route, process, async ({ ctx, parameters }) => {
      const stored = await importOf(ctx.db, parameters["bulkUuid"] ?? "");
      return { name: "failed-rows", format: stored.format.format, pages: failedPages(ctx.db, stored) };
    }),
  "GET /V1/price-exports": (route, process) =>
    fileEndpoint(route, process, async ({ ctx, search }) => {
      const { kinds, format } = parseQuery(search);
      const wanted = exportOf({ kinds: textOf(kinds), format: textOf(format) }, process.kernel.config);
      return { name: "prices", format: wanted.format.format, pages: exportPages(ctx.db, wanted) };
    }),
};

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

function importEndpoint(route: Route, process: FileProcess): Endpoint {
  const { kernel, queue } = process;
  const json = syncEndpoint(route, process);
  const preview = process.routes.find(({ line }) => line === "POST /V1/price-imports/preview");
  if (!preview) throw new Error("The preview route of price imports is missing.");
  return {
    ...json,
    async answer(call) {
      const { ctx, search } = call;
      const { request } = call.exchange;
      await authorize(kernel.config, { route, ctx });
      const format = formatOf(request.headers["content-type"] ?? "");
      const isPreview = wantsPreview(request.headers);
      if (format === "json" && isPreview) return previewOfBody(preview, process, call);
      if (format === "json") return { ...(await json.answer(call)), status: 202 };
      try {
        const source = { ...sourceOf(call, kernel), format };
        const policy = policyOf(textOf(parseQuery(search)["policy"]));
        if (isPreview) {
          return previewAnswer(preview, await previewImport(ctx, source, kernel.config));
        }
        const accepted = await acceptImport(ctx, { source, policy, headers: request.headers }, queue);
        return { status: 202, json: JSON.stringify(accepted) };
      } finally {
        // Unread data would block the connection.
        request.resume();
      }
    },
  };
}

/** Returns the preview of a file that is sent in a JSON body. */
async function previewOfBody(route: Route, { kernel }: FileProcess, { ctx, exchange }: EndpointCall): Promise<Answer> {
  const body = await readBody(exchange, bodyLimits(kernel, ctx.actor));
  const args = route.read({ body: asObject(body), query: {}, path: {} });
  return previewAnswer(route, await invoke(kernel, { route, args, ctx }));
}

const previewAnswer = (route: Route, preview: unknown): Answer => ({
  status: 200,
  json: route.write(preview) ?? "",
  headers: previewHeaders,
});

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
function formatOf(header: string): FileSource["format"] | "json" {
  const [type = "", ...parameters] = header
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice("charset=".length);
  const format = formats[type];
  if (format === undefined) throw mediaTypeUnsupported(type);
  if (format !== "json" && charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw charsetUnsupported();
  return format;
}

const formats: Readonly<Record<string, FileSource["format"] | "json">> = {
  "text/csv": "csv",
  "application/csv": "csv",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "application/jsonl": "ndjson",
  "application/json": "json",
};

interface File {
  readonly name: string;
  readonly format: FileSource["format"];
  readonly pages: AsyncIterable<string>;
}

function fileEndpoint(
  route: Route,
  process: EndpointDependencies,
  open: (call: EndpointCall) => Promise<File>,
): Endpoint {
  const json = syncEndpoint(route, process);
  return {
    ...json,
    ignoresAccept: true,
    async answer(call) {
      const { exchange, ctx } = call;
      if (/^\s*application\/json\s*$/i.test(exchange.request.headers.accept ?? "")) return json.answer(call);
      await authorize(process.kernel.config, { route, ctx });
      const { name, format, pages } = await open(call);
      const type = format === "csv" ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson";
      await sendFile(exchange, { type, name: `${name}.${format}` }, pages);
      return undefined;
    },
  };
}

import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

const s3Key = { id: "TESTKEY", secret: "test-secret" };
export const s3Region = "eu-test-1";
export const bucket = "pictures";

interface S3Object {
  readonly content: Buffer;
  readonly mediaType: string | undefined;
  changedAt: Date;
}

interface Seen {
  readonly method: string;
  readonly key: string;
}

/**
 * A server with the used subset of S3, with path-style addresses. It rejects requests that are not signed with its
 * key.
 */
export interface S3Server extends AsyncDisposable {
  readonly url: string;
  readonly objects: Map<string, S3Object>;
  /** Requests with a valid signature. */
  readonly seen: Seen[];
  /** Overrides the answer to a request, with a status, or delays it until the promise resolves. */
  intercept: (request: Seen) => number | Promise<void> | undefined;
}

const pageSize = 2;

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();
  const state: Pick<S3Server, "intercept" | "seen"> = { intercept: () => undefined, seen: [] };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://s3");
    const body = await buffer(request);
    if (!isSigned(request, url, body)) return refuse(response, 403, "SignatureDoesNotMatch");
    const seen = { method: request.method ?? "", key: decodeURIComponent(url.pathname.slice(`/${bucket}/`.length)) };
    if (!url.pathname.startsWith(`/${bucket}`)) return refuse(response, 404, "NoSuchBucket");
    state.seen.push(seen);
    const mediaType = request.headers["content-type"];
    const intercepted = state.intercept(seen);
    if (typeof intercepted === "number") return refuse(response, intercepted, "Intercepted");
    if (seen.method === "PUT") objects.set(seen.key, { content: body, mediaType, changedAt: new Date() });
    if (seen.method === "DELETE") objects.delete(seen.key);
    await intercepted;
    if (seen.method === "PUT") return void response.writeHead(200, { ETag: '"x"' }).end();
    if (seen.method === "DELETE") return void response.writeHead(204).end();
    if (url.searchParams.has("list-type")) return list(response, objects, url.searchParams);
    const found = objects.get(seen.key);
    if (!found) return refuse(response, 404, "NoSuchKey");
    response.writeHead(200, { "Content-Length": found.content.byteLength }).end(found.content);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "Content-Type": "application/xml" });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function list(response: ServerResponse, objects: S3Server["objects"], query: URLSearchParams): void {
  const names = [...objects.keys()].filter((name) => name.startsWith(query.get("prefix") ?? "")).sort();
  const from = Number(query.get("continuation-token") ?? 0);
  const contents = names.slice(from, from + pageSize).map((name) => {
    const changedAt = objects.get(name)?.changedAt.toISOString();
    return `<Contents><Key>${name}</Key><LastModified>${changedAt}</LastModified></Contents>`;
  });
  const isMore = from + pageSize < names.length;
  const next = isMore ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : "";
  response.writeHead(200, { "Content-Type": "application/xml" });
  response.end(`<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`);
}

/** Whether the request has the Signature Version 4 of our key. */
function isSigned({ method = "", headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const credentials = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
    headers.authorization ?? "",
  );
  if (!credentials) return false;
  const [, credential = "", signedHeaders = "", signature] = credentials;
  const [id, day = "", region = "", service = "", end = ""] = credential.split("/");
  const contentHash = String(headers["x-amz-content-sha256"]);
  const isWhole = contentHash === createHash("sha256").update(body).digest("hex");
  if (id !== s3Key.id || region !== s3Region || service !== "s3" || !isWhole) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const signed = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, query.join("&"), signed.join(""), signedHeaders, contentHash].join("\n");
  const hash = createHash("sha256").update(canonical).digest("hex");
  const scope = [day, region, service, end].join("/");
  const text = ["AWS4-HMAC-SHA256", String(headers["x-amz-date"]), scope, hash].join("\n");
  const hmac = (key: string | Buffer, value: string) => createHmac("sha256", key).update(value).digest();
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${s3Key.secret}`);
  return hmac(key, text).toString("hex") === signature;
}

/** Settings of an application that stores its images there. The SDK finds the key in the environment. */
export function s3Settings({ url }: S3Server): NodeJS.ProcessEnv {
  return {
    PORTICO_MEDIA_S3_BUCKET: bucket,
    PORTICO_MEDIA_S3_ENDPOINT: url,
    PORTICO_MEDIA_S3_REGION: s3Region,
    PORTICO_MEDIA_S3_PATH_STYLE: "on",
    PORTICO_MEDIA_S3_PREFIX: "shop/media",
  };
}

export const s3Environment = { AWS_ACCESS_KEY_ID: s3Key.id, AWS_SECRET_ACCESS_KEY: s3Key.secret };

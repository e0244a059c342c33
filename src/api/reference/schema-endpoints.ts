import type { IncomingMessage } from "node:http";
import { type Actor, UserType } from "../auth/actor.js";
import { prefixOf } from "../http/address.js";
import type { Endpoint } from "../http/endpoint.js";
import { documentKinds } from "./openapi/openapi-paths.js";
import type { SchemaDocuments, SerializedDocument } from "./schema-documents.js";
import { formatOfSchema } from "./schema-format.js";

const callerNames: Readonly<Record<UserType, string>> = {
  [UserType.integration]: "integration",
  [UserType.administrator]: "administrator",
  [UserType.customer]: "customer",
  [UserType.guest]: "guest",
};

/** Creates the endpoints `[async/[bulk/]]schema`, which describe the routes that the caller may use. */
export const schemaEndpoints = (documents: SchemaDocuments): Endpoint[] =>
  documentKinds.map((kind) => ({
    method: "GET",
    segments: [...prefixOf[kind], "schema"],
    ignoresAccept: true,
    async answer({ ctx: { actor, scope }, exchange: { request }, search }) {
      const query = new URLSearchParams(search);
      const services = query.get("services") ?? "all";
      const { format, mediaType } = formatOfSchema(query, request.headers);
      const store = scope.given === "code" ? scope.code : "all";
      const document = documents.find({ kind, services, actor, store, format });
      return answerWith(document, actor, { request, mediaType, vary: "Authorization, Accept" });
    },
  }));

/** Descriptions of the events that a caller may see. */
export interface EventDescriptions {
  find(actor: Actor): SerializedDocument;
}

/** Creates the endpoint `events-schema`, which describes the events that the caller may see. */
export const eventsSchemaEndpoint = (documents: EventDescriptions): Endpoint => ({
  method: "GET",
  segments: ["events-schema"],
  ignoresAccept: true,
  answer: ({ ctx: { actor }, exchange: { request } }) =>
    Promise.resolve(answerWith(documents.find(actor), actor, { request, vary: "Authorization" })),
});

interface AnswerOptions {
  readonly request: IncomingMessage;
  /** Media type of the response, if it is not plain JSON. */
  readonly mediaType?: string | undefined;
  /** The headers of the request that the response depends on. */
  readonly vary: string;
}

function answerWith({ etag, bytes }: SerializedDocument, actor: Actor, { request, mediaType, vary }: AnswerOptions) {
  const headers = {
    ETag: etag,
    "Cache-Control": "private, no-cache",
    Vary: vary,
    "X-Caller": callerNames[actor.type],
  };
  return matchesEtag(request.headers["if-none-match"], etag)
    ? { status: 304, headers }
    : { status: 200, bytes, headers, ...(mediaType === undefined ? {} : { mediaType }) };
}

const matchesEtag = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === "*" || (ifNoneMatch?.split(",").some((known) => known.trim().replace(/^W\//, "") === etag) ?? false);

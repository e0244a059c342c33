import type { IncomingMessage } from "node:http";
import { type Actor, UserType } from "../auth/actor.js";
import { prefixOf } from "../http/address.js";
import type { Endpoint } from "../http/endpoint.js";
import { documentKinds } from "./openapi.js";
import type { EventDocuments } from "./event-documents.js";
import type { SchemaDocuments, WrittenDocument } from "./schema-documents.js";

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
      const services = new URLSearchParams(search).get("services") ?? "all";
      const store = scope.given === "code" ? scope.code : "all";
      return answerWith(documents.find({ kind, services, actor, store }), actor, request);
    },
  }));

/** Creates the endpoint `events-schema`, which describes the events that the caller may see. */
export const eventsSchemaEndpoint = (documents: EventDocuments): Endpoint => ({
  method: "GET",
  segments: ["events-schema"],
  ignoresAccept: true,
  answer: ({ ctx: { actor }, exchange: { request } }) =>
    Promise.resolve(answerWith(documents.find(actor), actor, request)),
});

function answerWith({ etag, json }: WrittenDocument, actor: Actor, { headers: given }: IncomingMessage) {
  const headers = {
    ETag: etag,
    "Cache-Control": "private, no-cache",
    Vary: "Authorization",
    "X-Caller": callerNames[actor.type],
  };
  return isKnown(given["if-none-match"], etag) ? { status: 304, headers } : { status: 200, json, headers };
}

const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === "*" || (ifNoneMatch?.split(",").some((known) => known.trim().replace(/^W\//, "") === etag) ?? false);

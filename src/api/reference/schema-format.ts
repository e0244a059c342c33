import type { IncomingHttpHeaders } from "node:http";
import { invalid } from "../call/errors.js";

/** The formats of the description: OpenAPI 3.1, and Swagger 2.0 for generators that read no other format. */
export const schemaFormats = ["openapi3", "swagger2"] as const;
export type SchemaFormat = (typeof schemaFormats)[number];

export interface NegotiatedFormat {
  readonly format: SchemaFormat;
  /** The media type that the client asked for; undefined for JSON. */
  readonly mediaType?: string;
}

/** `application/vnd.oai.openapi+json;version=2.0`, as the OpenAPI Initiative names its documents. */
const openApiRange = /^application\/(?:vnd\.oai\.)?openapi(?:\+json)?$/;

/**
 * Returns the format of a description: the query parameter `format`, or else the version of an OpenAPI media type in
 * `Accept`, or else OpenAPI 3.1. Throws 400 for another `format`.
 */
export function formatOfSchema(query: URLSearchParams, { accept = "" }: IncomingHttpHeaders): NegotiatedFormat {
  const given = query.get("format");
  const format = schemaFormats.find((name) => name === given);
  if (given !== null && format === undefined) throw invalid("format", given);
  if (format !== undefined) return { format };
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (!openApiRange.test(type)) continue;
    const version = parameters.find((each) => each.startsWith("version="))?.slice("version=".length) ?? "3";
    const isOld = /^"?2(?:\.|"?$)/.test(version);
    const mediaType = `application/vnd.oai.openapi+json;version=${isOld ? "2.0" : "3.1"}`;
    return { format: isOld ? "swagger2" : "openapi3", mediaType };
  }
  return { format: "openapi3" };
}

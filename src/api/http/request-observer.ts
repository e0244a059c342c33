import type { RequestHandler } from "express";
import type { Observable } from "../../platform/process/observable.js";

/** An answered request. Its method and route have few distinct values: unknown ones that clients invent are grouped. */
export interface AnsweredRequest {
  /** `GET`; `other` for a method that HTTP does not know. */
  readonly method: string;
  /** The template of the path, `/rest/V1/products/:sku`; `unmatched` if no route matches. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Returns the method, or `other` for a method that HTTP does not know. */
export const knownMethod = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : "other";

/** First path segments outside `/rest` that are counted by name. */
const areas = new Set(["graphql", "graphiql", "health", "media", "metrics", "oauth", "swagger"]);

/** Notifies observers of requests outside `/rest`, by the first segment of their path. */
export const observeRequests =
  (requests: Observable<AnsweredRequest>): RequestHandler =>
  (request, response, next) => {
    if (requests.isObserved) {
      const started = performance.now();
      const [, area = ""] = request.path.split("/");
      const route = areas.has(area) || area === "" ? `/${area}` : "unmatched";
      response.once("close", () =>
        requests.notify({
          method: knownMethod(request.method),
          route,
          status: response.statusCode,
          seconds: (performance.now() - started) / 1000,
        }),
      );
    }
    next();
  };

import type { RequestHandler } from "express";
import type { Observable } from "../process/observable.js";

/** A request that was answered, in words of which there are few: paths and methods that clients invent are not among them. */
export interface AnsweredRequest {
  /** `GET`; `other` for a method that HTTP does not know. */
  readonly method: string;
  /** The template of the path, `/rest/V1/products/:sku`; `unmatched` where there is none. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Names a method. */
export const knownMethod = (method: string | undefined): string =>
  method !== undefined && methods.has(method) ? method : "other";

/** The first segments of paths outside `/rest` by which requests are counted. */
const areas = new Set(["graphql", "graphiql", "health", "media", "metrics", "oauth", "swagger"]);

/** Notifies of the requests to everything but `/rest`, by the first segment of their path. */
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

import type { Express, Request, Response } from "express";
import { IncomingMessage, ServerResponse } from "node:http";

/** Classes for the requests and responses of an HTTP server. */
interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Returns classes whose objects are requests and responses of the application from the start, and sets their prototypes
 * as the application's. Otherwise Express changes the prototype of each object, and V8 then makes a hidden class for
 * every single one, which keeps the memory of a request until a full garbage collection (decision 0035).
 */
export function expressMessages(app: Pick<Express, "request" | "response">): MessageClasses {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as Request;
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as Response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

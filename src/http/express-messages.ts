import type { Express, Request, Response } from "express";
import { IncomingMessage, ServerResponse } from "node:http";

/** Classes for the requests and responses of an HTTP server. */
interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Returns classes whose objects are requests and responses of the application from the start. Otherwise Express changes
 * the prototype of each one, and V8 then makes a hidden class for every single object: its properties are slower to use,
 * and the memory of a request is only freed by a full garbage collection (decision 0035).
 */
export function expressMessages(app: Pick<Express, "request" | "response">): MessageClasses {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<Of extends IncomingMessage = IncomingMessage> extends ServerResponse<Of> {}
  app.request = Object.setPrototypeOf(ExpressRequest.prototype, app.request) as Request;
  app.response = Object.setPrototypeOf(ExpressResponse.prototype, app.response) as Response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

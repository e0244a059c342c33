import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/** Minimum bytes per second of a steady body, on average over the time limit of a request. */
const minBytesPerSecond = 1024;

const deadlines = new WeakMap<IncomingMessage, BodyDeadline>();

/**
 * Limits the time until the body of a request has arrived. Node.js has a single limit for all requests, under which no
 * client could send a large file over a slow line.
 */
export function withBodyDeadlines(listener: RequestListener, milliseconds: number): RequestListener {
  return (request, response) => {
    if (hasBody(request)) deadlines.set(request, new BodyDeadline(request, { response, milliseconds }));
    listener(request, response);
  };
}

/**
 * Lets a request take as long as its body makes progress: at least 1,024 bytes a second, on average over each period as
 * long as the time limit of a request. For known callers who may send large files.
 */
export const allowSteadyBody = (request: IncomingMessage): void => deadlines.get(request)?.allowSteady();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";

/** Cuts a request whose body does not arrive in time. */
class BodyDeadline {
  private timer: NodeJS.Timeout;
  private isSteady = false;
  private bytesAtStart = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: { readonly response: ServerResponse; readonly milliseconds: number },
  ) {
    this.timer = this.start();
    // A request whose body was not read also closes, after its answer.
    request.once("close", () => clearTimeout(this.timer));
  }

  allowSteady(): void {
    this.isSteady = true;
  }

  private start(): NodeJS.Timeout {
    this.bytesAtStart = this.request.socket.bytesRead;
    return setTimeout(() => this.check(), this.options.milliseconds).unref();
  }

  private check(): void {
    if (this.request.complete || this.request.destroyed) return;
    if (this.isSteady && this.hasProgressed()) this.timer = this.start();
    else this.abort();
  }

  /** A client is not late while the server has unread bytes of it. */
  private hasProgressed(): boolean {
    const { socket, readableLength } = this.request;
    return (
      readableLength > 0 ||
      socket.bytesRead - this.bytesAtStart >= (minBytesPerSecond * this.options.milliseconds) / 1000
    );
  }

  private abort(): void {
    const { socket } = this.request;
    if (!this.options.response.headersSent && socket.writable) {
      socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    }
    socket.destroy();
  }
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { isSameOrigin } from "../auth/sessions/same-origin.js";
import { sessionCookie, sessionTokenOf } from "../auth/sessions/session-cookie.js";
import type { Config } from "../config.js";

/** What the few operations that are about cookies may know of the HTTP request, and add to its answer. */
export class HttpExchange {
  /** The token that the client has after this call; undefined: the one that it came with. */
  private given: string | null | undefined;

  constructor(
    private readonly request: IncomingMessage,
    readonly answer: ServerResponse,
    private readonly config: Config,
  ) {}

  /** Token of the client's session; undefined where it has none. */
  get sessionToken(): string | undefined {
    return this.given === undefined ? sessionTokenOf(this.request.headers.cookie) : (this.given ?? undefined);
  }

  /** Whether the request comes from a page of ours. */
  get isSameOrigin(): boolean {
    return isSameOrigin(this.request, this.config);
  }

  /** Has the client keep the token of a session, or with null forget it. */
  setSession(token: string | null): void {
    this.given = token;
    this.answer.setHeader("Set-Cookie", sessionCookie(token, this.config));
  }
}

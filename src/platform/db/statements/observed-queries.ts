import type pg from "pg";
import type { Observable } from "../../process/observable.js";
import { inSpan, isWithinSpan } from "../../tracing/tracer.js";
import { isPrepared, runPrepared } from "./prepared-query.js";
import type { Statement } from "./runner.js";

/** A statement that the database has answered. */
export interface AnsweredStatement {
  /** Seconds from sending it to the answer. With pipelining, this includes earlier statements of the connection. */
  readonly seconds: number;
}

type Send = (...args: unknown[]) => Promise<unknown>;

/** Publishes every statement that is sent on a connection, from any code. Sends prepared ones as `PreparedQuery`. */
export function observeQueries(client: pg.PoolClient, statements: Observable<AnsweredStatement>): void {
  const own = client.query.bind(client) as Send;
  const plain: Send = (...args) => {
    const [statement] = args as [Statement];
    return isPrepared(statement) ? runPrepared(own, statement) : own(...args);
  };
  const send: Send = (...args) => (isWithinSpan() ? traceQuery(plain, args) : plain(...args));
  const query = (...args: unknown[]): Promise<unknown> => {
    if (!statements.isObserved) return send(...args);
    const started = performance.now();
    const notifyDuration = () => statements.notify({ seconds: (performance.now() - started) / 1000 });
    const answer = send(...args);
    void Promise.resolve(answer).then(notifyDuration, notifyDuration);
    return answer;
  };
  client.query = query as typeof client.query;
}

/** Maximum length of a statement's text in a span. */
const maxTextLength = 2048;

/** Sends a statement within a span. Values are left out, because they may be personal data. */
function traceQuery(send: Send, args: unknown[]): Promise<unknown> {
  const [statement] = args;
  const text = typeof statement === "string" ? statement : String((statement as { text?: unknown } | undefined)?.text);
  const [operation = "statement"] = text.trimStart().split(/\s/, 1);
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, maxTextLength) };
  return inSpan({ name: operation.toLowerCase(), kind: "client", attributes }, () => send(...args));
}

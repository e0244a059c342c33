import type pg from "pg";
import type { Observable } from "../process/observable.js";
import { inSpan, isWithinSpan } from "../tracing/tracer.js";

/** A statement that the database has answered. */
export interface AnsweredStatement {
  /** From sending it to the answer; with pipelining, earlier statements of the connection are part of it. */
  readonly seconds: number;
}

type Send = (...args: unknown[]) => Promise<unknown>;

/** Notifies of every statement that a connection sends, whoever sends it. */
export function observeQueries(client: pg.PoolClient, statements: Observable<AnsweredStatement>): void {
  const plain = client.query.bind(client) as Send;
  const send: Send = (...args) => (isWithinSpan() ? traced(plain, args) : plain(...args));
  const query = (...args: unknown[]): Promise<unknown> => {
    if (!statements.isObserved) return send(...args);
    const started = performance.now();
    const answered = () => statements.notify({ seconds: (performance.now() - started) / 1000 });
    const answer = send(...args);
    void Promise.resolve(answer).then(answered, answered);
    return answer;
  };
  client.query = query as typeof client.query;
}

/** Longest text of a statement that a span shows. */
const longestText = 2048;

/** Sends a statement within a span. Values are not shown: they may be anyone's data. */
function traced(send: Send, args: unknown[]): Promise<unknown> {
  const [statement] = args;
  const text = typeof statement === "string" ? statement : String((statement as { text?: unknown } | undefined)?.text);
  const [operation = "statement"] = text.trimStart().split(/\s/, 1);
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, longestText) };
  return inSpan({ name: operation.toLowerCase(), kind: "client", attributes }, () => send(...args));
}

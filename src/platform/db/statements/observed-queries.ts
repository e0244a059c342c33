import type pg from "pg";
import type { Observable } from "../../process/observable.js";
import { inSpan, isWithinSpan } from "../../tracing/tracer.js";
import type { Send, Statement } from "./runner.js";

/** A statement that the database has answered. */
export interface AnsweredStatement {
  /** Seconds from sending it to the answer. With pipelining, this includes earlier statements of the connection. */
  readonly seconds: number;
}

/** Returns a function that sends statements, publishes how long each took, and records it within the span of a call. */
export function observedSend(statements: Observable<AnsweredStatement>): Send {
  const send: Send = (client, statement) =>
    isWithinSpan() ? traceQuery(client, statement) : client.query<object>(statement);
  return (client, statement) => {
    if (!statements.isObserved) return send(client, statement);
    const started = performance.now();
    const notifyDuration = () => statements.notify({ seconds: (performance.now() - started) / 1000 });
    const answer = send(client, statement);
    answer.then(notifyDuration, notifyDuration);
    return answer;
  };
}

/** Maximum length of a statement's text in a span. */
const maxTextLength = 2048;

/** Sends a statement within a span. Values are left out, because they may be personal data. */
function traceQuery(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<object>> {
  const { text } = statement;
  const [operation = "statement"] = text.trimStart().split(/\s/, 1);
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, maxTextLength) };
  const span = { name: operation.toLowerCase(), kind: "client", attributes } as const;
  return inSpan(span, () => client.query<object>(statement));
}

/** The messages of PostgreSQL's wire protocol (version 3) that the bridge itself writes or reads. */

/** Maximum length of a message, which is PostgreSQL's own limit. */
export const LARGEST_MESSAGE = 0x3fffffff;

export const requestCode = { protocol3: 196608, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** `I` outside a transaction, `T` inside one, `E` inside one that has failed. */
export type TransactionStatus = "I" | "T" | "E";

export function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function readyForQuery(status: TransactionStatus): Buffer {
  return message("Z", Buffer.from(status, "latin1"));
}

/** Parameters that a server reports at the start, as far as drivers use them. */
const reported: Readonly<Record<string, string>> = {
  server_encoding: "UTF8",
  client_encoding: "UTF8",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  integer_datetimes: "on",
  standard_conforming_strings: "on",
};

/** Returns the answer to a startup message, without authentication: everyone who can reach the bridge may use it. */
export function welcome(serverVersion: string): Buffer {
  return Buffer.concat([
    message("R", int32(0)),
    message("S", "server_version", serverVersion),
    ...Object.entries(reported).map(([name, value]) => message("S", name, value)),
    message("K", int32(process.pid), int32(0)),
    readyForQuery("I"),
  ]);
}

export function fatal(code: string, text: string): Buffer {
  return message("E", "SFATAL", "VFATAL", `C${code}`, `M${text}`, Buffer.alloc(1));
}

/** Writes a simple query. */
export function simpleQuery(text: string): Buffer {
  return message("Q", text);
}

/** Returns the transaction status after an answer; undefined if more of the answer follows. */
export function statusAfter(answer: Buffer): TransactionStatus | undefined {
  if (answer.length < 6 || answer.readInt32BE(answer.length - 5) !== 5 || answer[answer.length - 6] !== 0x5a) {
    return undefined;
  }
  const status = String.fromCharCode(answer[answer.length - 1] ?? 0);
  return status === "I" || status === "T" || status === "E" ? status : undefined;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

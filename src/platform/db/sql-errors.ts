/** The codes of an error of the database, from any client. */
interface Reason {
  /** PostgreSQL's five-character code, or a code of the operating system. */
  readonly code?: string | undefined;
  /** Prisma's own code, for example `P2002`. */
  readonly prismaCode?: string | undefined;
  /** The function of PostgreSQL that reported it. */
  readonly routine?: string | undefined;
}

/** The facts to log of an error of the database. */
export interface DatabaseFailure {
  readonly code: string;
  readonly reason: string;
}

const maxDepth = 8;
const lostConnection = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
/**
 * Deadlock, serialization failure, time limits of locks, statements and transactions; a server that shuts down, starts or
 * is read-only like a standby. Class 53 is a server without connections, memory or disk space.
 */
const temporaryCodes = new Set([
  ...["40P01", "40001", "55P03", "57014", "25P03", "25P04"],
  ...["57P01", "57P02", "57P03", "57P05", "25006", "58030"],
]);
/** The server ended the connection. */
const ended = new Set(["ECONNRESET", "EPIPE", "57P01", "57P02"]);
/** Write conflict, and Prisma's codes for a database that it could not reach. */
const temporaryPrismaCodes = new Set(["P2034", "P2024", "P1001", "P1002", "P1008", "P1017"]);
const prismaKinds: Readonly<Record<string, string>> = {
  TransactionWriteConflict: "40001",
  DatabaseNotReachable: "ECONNREFUSED",
  ConnectionClosed: "ECONNRESET",
  SocketTimeout: "ETIMEDOUT",
  TooManyConnections: "53300",
};

/**
 * Errors without a code from `pg`: connecting took too long, the connection ended during a statement, or the pool is
 * closed.
 */
const withoutCode: readonly (readonly [RegExp, string])[] = [
  [/^(?:Connection terminated due to connection timeout|timeout e)/, "ETIMEDOUT"],
  [/^(?:Connection terminated|Client has encountered a connection error|Cannot use a pool after)/, "08006"],
];

/** Whether a unique key was violated (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return some(error, violatesUnique);
}

/**
 * Whether a foreign key was violated: a referenced row does not exist, or a row to delete is still referenced (23503,
 * 23001).
 */
export function isForeignKeyViolation(error: unknown): boolean {
  return some(error, violatesReference);
}

/** Whether a number did not fit its column (22003). */
export function isOutOfRange(error: unknown): boolean {
  return some(error, ({ code, prismaCode }) => code === "22003" || prismaCode === "P2020");
}

/**
 * Whether a value cannot be stored: out of range, of the wrong type, or not representable as text (class 22). A sequence
 * without further numbers has a code of the same class (2200H), but is not the fault of a value.
 */
export function isUnstorable(error: unknown): boolean {
  return some(
    error,
    ({ code = "", prismaCode }) => /^22(?!00H)...$/.test(code) || prismaCode === "P2020" || prismaCode === "P2000",
  );
}

/** Whether a statement was rejected because an earlier one of its transaction had failed (25P02). */
export function isAborted(error: unknown): boolean {
  return some(error, ({ code }) => code === "25P02");
}

/**
 * Returns what to log about a conflict with another transaction, after which the same work would read different data: a
 * write conflict, a referenced row that is gone, a row to delete that is
 * now referenced, or a free key that is now taken. Returns undefined for any other error.
 */
export function conflictFactsOf(error: unknown): DatabaseFailure | undefined {
  return factsOf(find(error, (reason) => isConflict(reason) || violatesReference(reason) || violatesUnique(reason)));
}

/**
 * Whether the same work may succeed if it is tried again: deadlock, write conflict, lost connection, a server that is
 * unavailable or full.
 */
export function isRetriable(error: unknown): boolean {
  return some(error, isTemporary);
}

/** Returns the facts to log of an error that `isRetriable`; undefined for any other error. */
export function temporaryFailure(error: unknown): DatabaseFailure | undefined {
  return factsOf(find(error, isTemporary));
}

/** Whether a prepared statement was refused because it would now return other columns: a migration has added one to a table. */
export function isStalePlan(error: unknown): boolean {
  return some(error, isOfStalePlan);
}

/** Whether a write was refused because the server or its user is read-only (25006). */
export function isReadOnly(error: unknown): boolean {
  return some(error, ({ code }) => code === "25006");
}

/** Returns what to log of a database that is read-only (25006) or refuses the user a right (42501); undefined for other errors. */
export function databaseRefusal(error: unknown): DatabaseFailure | undefined {
  return factsOf(find(error, ({ code }) => code === "25006" || code === "42501"));
}

function factsOf(found: Record<string, unknown> | undefined): DatabaseFailure | undefined {
  if (!found) return undefined;
  const { code, prismaCode } = reasonOf(found);
  const [reason = ""] = (text(found["message"]) ?? "").trim().split("\n");
  return { code: code ?? prismaCode ?? "", reason };
}

/** Whether the connection ended during the work. A time limit does not count, because the work would reach it again. */
function isConnectionLost(error: unknown): boolean {
  return some(error, ({ code = "", prismaCode }) => ended.has(code) || code.startsWith("08") || prismaCode === "P1017");
}

const violatesUnique = ({ code, prismaCode }: Reason) => code === "23505" || prismaCode === "P2002";

const violatesReference = ({ code, prismaCode }: Reason) =>
  code === "23503" || code === "23001" || prismaCode === "P2003";

/** Whether the database aborted a transaction because of a conflict with another one: deadlock, write conflict. */
const isConflict = ({ code, prismaCode }: Reason) => code === "40P01" || code === "40001" || prismaCode === "P2034";

/** PostgreSQL has no code of its own for this, and its message depends on its language. */
const isOfStalePlan = ({ code, routine }: Reason) => code === "0A000" && routine === "RevalidateCachedQuery";

const isTemporary = ({ code = "", prismaCode = "", routine }: Reason) =>
  temporaryCodes.has(code) ||
  isOfStalePlan({ code, routine }) ||
  /^(?:08|53)/.test(code) ||
  lostConnection.has(code) ||
  temporaryPrismaCodes.has(prismaCode);

const some = (error: unknown, test: (reason: Reason) => boolean): boolean => find(error, test) !== undefined;

/** Returns the first of an error and its causes that passes the test. */
function find(error: unknown, test: (reason: Reason) => boolean): Record<string, unknown> | undefined {
  let found: unknown = error;
  for (let depth = 0; depth < maxDepth && isObject(found); depth += 1) {
    if (test(reasonOf(found))) return found;
    found = isObject(found["meta"]) ? (found["meta"]["driverAdapterError"] ?? found["cause"]) : found["cause"];
  }
  return undefined;
}

function reasonOf(error: Record<string, unknown>): Reason {
  const code = text(error["originalCode"]) ?? text(error["code"]);
  if (code !== undefined)
    return /^P\d{4}$/.test(code) ? { prismaCode: code } : { code, routine: text(error["routine"]) };
  const kind = text(error["kind"]);
  if (kind !== undefined) return { code: prismaKinds[kind] };
  const message = text(error["message"]) ?? "";
  return { code: withoutCode.find(([pattern]) => pattern.test(message))?.[1] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Runs a read once more if its statement has to be prepared anew, or if its connection was lost: a restart of the database
 * cuts the connections that wait in the pool, and the next one is new. Not for writes, which may have been committed before
 * the connection was lost.
 */
export async function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error) && !isStalePlan(error)) throw error;
    return read();
  }
}

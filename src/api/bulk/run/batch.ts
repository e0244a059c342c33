import { afterRollback } from "../../call/recorded-error.js";
import type { StoredCallers } from "../../call/stored/stored-calls.js";
import type { Database, Db } from "../../../platform/db/database.js";
import { type ClaimedOperation, type OperationKey, type Outcome, writeOutcomes } from "../queue/operations.sql.js";
import { finishBulks } from "../queue/turns.sql.js";
import { OrderingKeySet } from "../accept/ordering-keys.js";
import { claimBlocking, findBlocking } from "../queue/blocking-operations.sql.js";
import type { OperationRunner, ReadOperation } from "./operation-runner.js";

/** The methods of the operation runner that a batch uses. */
export type BatchRunner = Pick<OperationRunner, "prepare" | "read" | "run" | "toFailure" | "logRerun">;

/** The result of a batch. */
export interface BatchResult {
  /** Operations that ended or were postponed to a later attempt. */
  readonly ended: readonly OperationKey[];
  /** The outcome of each of them. */
  readonly outcomes: readonly Pick<Outcome, "status" | "retryIn">[];
  /** Operations that wait for an earlier one that shares an ordering key, which another transaction has locked. */
  readonly blocked: readonly OperationKey[];
  /** Bulks that have no open operation left. */
  readonly finished: readonly string[];
}

/** How a batch gets its operations. */
export interface Claim {
  /** Claims operations for a transaction. */
  readonly claim: (db: Db) => Promise<ClaimedOperation[]>;
  /** Whether blocked operations are skipped instead of being run together with the operations that block them. */
  readonly skipsBlocked?: boolean;
}

/**
 * Runs a batch of operations in one transaction that also records how each of them ended, so a message that is
 * delivered again finds its operation ended. If an operation fails, the batch is run again with a savepoint for each
 * operation, so that only failed ones are undone; the log has the reason.
 */
export async function runBatch(db: Database, runner: BatchRunner, claim: Claim): Promise<BatchResult> {
  let batch: RunResult;
  let failed: ClaimedOperation | undefined;
  const runAll = runTogether((operation) => (failed = operation));
  try {
    batch = await db.transaction((tx) => {
      failed = undefined;
      return runClaimed(tx, runner, { claim, runAll });
    });
  } catch (error) {
    runner.logRerun(error, failed);
    batch = await db.transaction((tx) => runClaimed(tx, runner, { claim, runAll: runApart }));
  }
  const bulks = [...new Set(batch.outcomes.map(({ operation }) => operation.bulk))];
  const finished = bulks.length === 0 ? [] : await finishBulks(db, bulks);
  const { outcomes, blocked } = batch;
  const ended = outcomes.map(({ operation }) => operation);
  return { ended, outcomes, blocked, finished: finished.map(({ uuid }) => uuid) };
}

interface RunResult {
  readonly outcomes: readonly Outcome[];
  /** Operations that were not run, because an earlier one with a common key has to run first. */
  readonly blocked: readonly ClaimedOperation[];
}

interface Batch {
  readonly tx: Db;
  readonly operations: readonly ClaimedOperation[];
  readonly callers: StoredCallers;
}

type RunAll = (runner: BatchRunner, batch: Batch) => Promise<RunResult>;

async function runClaimed(
  tx: Db,
  runner: BatchRunner,
  { claim, runAll }: { claim: Claim; runAll: RunAll },
): Promise<RunResult> {
  const { runnable, blocked } = await inOrder(tx, await claim.claim(tx), claim.skipsBlocked ? 0 : maxClaimRounds);
  if (runnable.length === 0) return { outcomes: [], blocked };
  const callers = await runner.prepare(tx, runnable);
  const ran = await runAll(runner, { tx, operations: runnable, callers });
  await writeOutcomes(tx, ran.outcomes);
  return { outcomes: ran.outcomes, blocked: [...blocked, ...ran.blocked] };
}

/** Maximum number of operations that run at the same time. */
const maxConcurrentOperations = 100;

/**
 * Milliseconds after which a batch starts no more operations, so that long ones do not hold locks and make other
 * callers wait. The remaining operations stay in the queue for the next batch.
 */
const maxBatchMilliseconds = 1000;

/**
 * Runs consecutive operations together if they call the same route and have no common ordering key, so that their
 * statements share packets and need not wait for one another's answers. All other operations wait for those accepted
 * before them. Calls `onFailure` with an operation that fails, which fails the batch.
 */
const runTogether =
  (onFailure: (operation: ClaimedOperation) => void): RunAll =>
  async (runner, { tx, operations, callers }) => {
    const outcomes: Outcome[] = [];
    const end = performance.now() + maxBatchMilliseconds;
    let wave = new Wave();
    const flush = async () => {
      const { operations: running } = wave;
      const results = await Promise.allSettled(running.map((operation) => runner.run(operation)));
      wave = new Wave();
      const rejected = results.findIndex(({ status }) => status === "rejected");
      if (running[rejected]) onFailure(running[rejected].operation);
      for (const result of results) {
        if (result.status === "rejected") throw result.reason;
        outcomes.push(result.value);
      }
    };
    for (const operation of operations) {
      const next = await runner.read(tx, operation, callers).catch((error: unknown) => {
        onFailure(operation);
        throw error;
      });
      if (!wave.hasRoomFor(next)) {
        await flush();
        if (performance.now() > end) return { outcomes, blocked: [] };
      }
      wave.add(next);
    }
    await flush();
    return { outcomes, blocked: [] };
  };

/** Operations that run together. */
class Wave {
  readonly operations: ReadOperation[] = [];
  private readonly keys = new OrderingKeySet();

  hasRoomFor({ route, operation }: ReadOperation): boolean {
    const [first] = this.operations;
    if (!first) return true;
    return (
      this.operations.length < maxConcurrentOperations && first.route === route && !this.keys.shares(operation.keys)
    );
  }

  add(read: ReadOperation): void {
    this.operations.push(read);
    this.keys.add(read.operation.keys);
  }
}

/**
 * Runs one operation after the other. A failed operation is undone, and the batch continues. Operations that share a
 * key with one that will be retried wait for it.
 */
const runApart: RunAll = async (runner, { tx, operations, callers }) => {
  const outcomes: Outcome[] = [];
  const blocked: ClaimedOperation[] = [];
  const waiting = new OrderingKeySet();
  const end = performance.now() + maxBatchMilliseconds;
  for (const operation of operations) {
    if (performance.now() > end && outcomes.length > 0) break;
    if (waiting.shares(operation.keys)) {
      waiting.add(operation.keys);
      blocked.push(operation);
      continue;
    }
    const outcome = await runAlone(runner, operation, { tx, callers });
    if (outcome.retryIn !== null) waiting.add(operation.keys);
    outcomes.push(outcome);
  }
  return { outcomes, blocked };
};

async function runAlone(
  runner: BatchRunner,
  operation: ClaimedOperation,
  { tx, callers }: Omit<Batch, "operations">,
): Promise<Outcome> {
  try {
    return await tx.savepoint(async (db) => runner.run(await runner.read(db, operation, callers)));
  } catch (error) {
    return runner.toFailure(operation, await afterRollback(error, tx));
  }
}

/** How many times blocking operations are claimed; after that, the rest waits for the next batch. */
const maxClaimRounds = 3;
/** Maximum number of blocking operations that are claimed at once. */
const maxClaimed = 100;

/** Adds the blocking operations that can be claimed, and separates the operations that wait for one that cannot. */
async function inOrder(
  tx: Db,
  claimed: ClaimedOperation[],
  mostClaims: number,
): Promise<{ runnable: ClaimedOperation[]; blocked: ClaimedOperation[] }> {
  let operations = inOrderOfAcceptance(claimed);
  for (let claims = 0; operations.length > 0; claims += 1) {
    const blocking = await findBlocking(tx, operations);
    if (blocking.length === 0) return { runnable: operations, blocked: [] };
    const earlier = claims < mostClaims ? await claimBlocking(tx, blocking, { operations, limit: maxClaimed }) : [];
    if (earlier.length === 0) return withoutBlocked(operations, new Set(blocking.map(({ blocks }) => blocks)));
    operations = inOrderOfAcceptance([...operations, ...earlier]);
  }
  return { runnable: [], blocked: [] };
}

const inOrderOfAcceptance = (operations: readonly ClaimedOperation[]) =>
  [...operations].sort((one, other) => one.seq - other.seq);

/**
 * Separates blocked operations from runnable ones. An operation that shares a key with a blocked one before it is
 * blocked too.
 */
function withoutBlocked(operations: readonly ClaimedOperation[], waiting: ReadonlySet<number>) {
  const runnable: ClaimedOperation[] = [];
  const blocked: ClaimedOperation[] = [];
  const keys = new OrderingKeySet();
  for (const operation of operations) {
    const isBlocked = waiting.has(operation.seq) || keys.shares(operation.keys);
    if (isBlocked) keys.add(operation.keys);
    (isBlocked ? blocked : runnable).push(operation);
  }
  return { runnable, blocked };
}

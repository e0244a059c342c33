import type { Database, Db } from "../../db/database.js";
import {
  type ClaimedOperation,
  finishBulks,
  type OperationKey,
  type Outcome,
  writeOutcomes,
} from "../queue/operations.sql.js";
import { claimObstacles, findObstacles } from "../queue/blocking-operations.sql.js";
import type { Callers, OperationRunner, ReadOperation } from "./operation-runner.js";

/** What a batch came to. */
export interface BatchResult {
  /** Operations that ended, or were put back for a later attempt. */
  readonly ended: number;
  /** Operations that wait for an earlier one about the same, which another transaction holds. */
  readonly blocked: readonly OperationKey[];
  /** Bulks that have no open operation left. */
  readonly finished: readonly string[];
}

/** Claims operations for a transaction, in the order of acceptance. */
export type Claim = (db: Db) => Promise<ClaimedOperation[]>;

/**
 * Runs a batch of operations in one transaction together with the record of how each ended: all of it is kept or none,
 * so that a message that is delivered again finds its operation ended. When one fails, the batch is run again with each
 * operation undone by itself if it fails; the log says why.
 */
export async function runBatch(db: Database, runner: OperationRunner, claim: Claim): Promise<BatchResult> {
  let batch: Ran;
  try {
    batch = await db.transaction((tx) => runClaimed(tx, runner, { claim, runAll: runTogether }));
  } catch (error) {
    runner.logRerun(error);
    batch = await db.transaction((tx) => runClaimed(tx, runner, { claim, runAll: runApart }));
  }
  const bulks = [...new Set(batch.outcomes.map(({ operation }) => operation.bulk))];
  const finished = bulks.length === 0 ? [] : await finishBulks(db, bulks);
  return { ended: batch.outcomes.length, blocked: batch.blocked, finished: finished.map(({ uuid }) => uuid) };
}

interface Ran {
  readonly outcomes: readonly Outcome[];
  readonly blocked: readonly OperationKey[];
}

interface Batch {
  readonly tx: Db;
  readonly operations: readonly ClaimedOperation[];
  readonly callers: Callers;
}

type RunAll = (runner: OperationRunner, batch: Batch) => Promise<readonly Outcome[]>;

async function runClaimed(
  tx: Db,
  runner: OperationRunner,
  { claim, runAll }: { claim: Claim; runAll: RunAll },
): Promise<Ran> {
  const { runnable, blocked } = await inOrder(tx, await claim(tx));
  if (runnable.length === 0) return { outcomes: [], blocked };
  const callers = await runner.prepare(tx, runnable);
  const outcomes = await runAll(runner, { tx, operations: runnable, callers });
  await writeOutcomes(tx, outcomes);
  return { outcomes, blocked };
}

/** Operations whose statements are on their way at once. */
const mostAtOnce = 32;

/**
 * Runs neighbours that call the same route for different entities at once, so that their statements share packets and
 * need not wait for one another's answers. Everything else waits for what was accepted before it.
 */
const runTogether: RunAll = async (runner, { tx, operations, callers }) => {
  const outcomes: Outcome[] = [];
  let wave: ReadOperation[] = [];
  const flush = async () => {
    const settled = await Promise.allSettled(wave.map((operation) => runner.run(operation)));
    wave = [];
    for (const result of settled) {
      if (result.status === "rejected") throw result.reason;
      outcomes.push(result.value);
    }
  };
  for (const operation of operations) {
    const next = await runner.read(tx, operation, callers);
    if (wave.length >= mostAtOnce || wave.some((other) => !areApart(other, next))) await flush();
    wave.push(next);
  }
  await flush();
  return outcomes;
};

function areApart(one: ReadOperation, other: ReadOperation): boolean {
  if (one.route !== other.route || !one.keys || !other.keys) return false;
  const keys = new Set(one.keys);
  return !other.keys.some((key) => keys.has(key));
}

/** Runs one after the other; what a failing operation did is undone, and the batch goes on. */
const runApart: RunAll = async (runner, { tx, operations, callers }) => {
  const outcomes: Outcome[] = [];
  for (const operation of operations) {
    try {
      outcomes.push(await tx.savepoint(async (db) => runner.run(await runner.read(db, operation, callers))));
    } catch (error) {
      outcomes.push(runner.failed(operation, error));
    }
  }
  return outcomes;
};

/** How many times earlier operations about the same are fetched; past that, the rest waits for the next batch. */
const fetches = 3;
/** Operations that are fetched so at once. */
const mostFetched = 100;

/** Adds the earlier operations about the same where they can be had, and sets aside what must wait for those that cannot. */
async function inOrder(
  tx: Db,
  claimed: ClaimedOperation[],
): Promise<{ runnable: ClaimedOperation[]; blocked: OperationKey[] }> {
  let held = claimed;
  for (let fetch = 0; held.length > 0; fetch += 1) {
    const obstacles = await findObstacles(tx, held);
    if (obstacles.length === 0) return { runnable: held, blocked: [] };
    const earlier = fetch < fetches ? await claimObstacles(tx, { obstacles, held, limit: mostFetched }) : [];
    if (earlier.length === 0) return withoutBlocked(held, new Set(obstacles.map(({ blocks }) => blocks)));
    held = [...held, ...earlier].sort((one, other) => one.seq - other.seq);
  }
  return { runnable: [], blocked: [] };
}

/** What comes after a blocked operation about the same waits too. */
function withoutBlocked(held: readonly ClaimedOperation[], obstructed: ReadonlySet<number>) {
  const runnable: ClaimedOperation[] = [];
  const blocked: ClaimedOperation[] = [];
  const waiting = (operation: ClaimedOperation) =>
    blocked.some(
      ({ kind, key }) => kind === operation.kind && (key === operation.key || key === "*" || operation.key === "*"),
    );
  for (const operation of held) {
    (obstructed.has(operation.seq) || waiting(operation) ? blocked : runnable).push(operation);
  }
  return { runnable, blocked };
}

import type { Logger } from "pino";
import { holdAlone } from "./bulk/queue/single-consumer.js";
import type { Config } from "./config.js";
import { openDatabase } from "./db/open.js";
import { prepareDatabase } from "./db/prepare.js";
import { createServices } from "./services.js";

export interface ConsumerProcessOptions {
  /** Batches that run at once. */
  readonly concurrency: number;
  /** Ends by itself after so many operations; undefined: never. */
  readonly maxMessages?: number | undefined;
  /** Refuses to run beside another one that was started so. */
  readonly singleThread?: boolean;
}

/** A consumer in a process of its own. */
export interface RunningConsumer {
  /** Resolves when it has ended by itself: it has run as many operations as it may. Rejects where it may run no longer. */
  readonly ended: Promise<void>;
  /** Finishes what it holds. */
  stop(): Promise<void>;
}

/** A consumer cannot be run; says what to do about it. */
class ConsumerError extends Error {
  override readonly name = "ConsumerError";
}

/** Opens the database, brings it up to date and starts to run queued operations. Throws `ConsumerError`. */
export async function startConsumer(
  config: Config,
  log: Logger,
  options: ConsumerProcessOptions,
): Promise<RunningConsumer> {
  const { DATABASE_URL } = config;
  if (DATABASE_URL === undefined) {
    throw new ConsumerError(
      "The embedded database can be open in one process only, and that is the server's, which runs queued operations by\n" +
        "itself (PORTICO_CONSUMER=on). To run consumers apart, give the server and them a PostgreSQL with DATABASE_URL.",
    );
  }
  const alone = options.singleThread ? await holdAlone(DATABASE_URL) : undefined;
  if (options.singleThread && !alone) {
    throw new ConsumerError("Another consumer runs with --single-thread already; this one ends.");
  }
  const db = await openDatabase(config, {
    onConnectionError: (error) => log.warn({ err: error }, "a database connection was lost"),
  });
  const close = async () => {
    await db.close();
    await alone?.release();
  };
  try {
    await prepareDatabase(db);
    const { bulk, media, stop } = createServices(config, db, log);
    bulk.keepUp();
    media.keepUp();
    const consumer = await bulk.consume(options);
    return {
      ended: Promise.race([consumer.ended, ...(alone ? [alone.lost] : [])]),
      stop: async () => {
        stop();
        await bulk.stop();
        await media.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

import pg from "pg";
import { findPrimary, reasonOf } from "./database-hosts.js";

/** A parameter that we set in the options of a session. It is missing where a pooler ignores them. */
const mark = "portico.session";

/** The option that marks a session. */
export const markOption = `-c ${mark}=on`;

const remedy =
  "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself: locks of sessions use it, and through the pooler no statement stays prepared.";

/** Thrown if a pooler is used in another way than the settings say; the message says what to change. */
class PoolerError extends Error {
  override readonly name = "PoolerError";
}

/** Returns the error of a wrong use of a pooler, which may be one that refuses our options; undefined for other errors. */
export function poolerErrorOf(error: unknown): Error | undefined {
  if (error instanceof PoolerError) return error;
  if (!refusesOptions(error)) return undefined;
  return new PoolerError(`DATABASE_URL leads to a pooler that refuses the options of sessions. ${remedy}`, {
    cause: error,
  });
}

const refusesOptions = (error: unknown) =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);

/** Throws if the options of the sessions were ignored, because `DATABASE_URL` leads to a pooler. */
export async function requireOptions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>("select current_setting($1, true) as mark", [mark]);
  if (rows[0]?.mark !== "on")
    throw new PoolerError(`DATABASE_URL leads to a pooler that ignores the options of sessions. ${remedy}`);
}

interface DirectOptions {
  readonly directUrl: string;
  /** Adds options to a URL. */
  readonly withOptions: (url: string, options: string) => string;
  /** Maximum milliseconds to connect. */
  readonly timeout: number;
}

interface Place {
  readonly zone: string;
  readonly mark: string | null;
  readonly database: string;
}

const readPlace = `select current_setting('TimeZone') as zone, current_setting($1, true) as mark,
  current_database() || ' ' || (select system_identifier from pg_control_system()) as database`;

/**
 * Throws if sessions of the pooler do not use UTC, and if `DATABASE_DIRECT_URL` leads to a pooler too, or to another database.
 */
export async function requirePooler(
  client: pg.ClientBase,
  { directUrl, withOptions, timeout }: DirectOptions,
): Promise<void> {
  const { rows } = await client.query<Place>(readPlace, [mark]);
  const [pooled] = rows;
  if (!/^(?:Etc\/)?UTC$/.test(pooled?.zone ?? "")) {
    throw new PoolerError(
      `Sessions of the pooler at DATABASE_URL use the time zone ${String(pooled?.zone)}. Run ` +
        "`alter role … set timezone = 'UTC'` for their user, and let the pooler reconnect.",
    );
  }
  const direct = await readDirectly(withOptions(await findPrimary(directUrl, timeout), markOption), timeout);
  if (direct.mark !== "on")
    throw new PoolerError("DATABASE_DIRECT_URL leads to a pooler too. It must be PostgreSQL itself.");
  if (direct.database !== pooled?.database)
    throw new PoolerError("DATABASE_DIRECT_URL is another database than DATABASE_URL.");
}

async function readDirectly(url: string, timeout: number): Promise<Place> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Place>(readPlace, [mark]);
    const [row] = rows;
    if (!row) throw new Error("PostgreSQL returned no row.");
    return row;
  } catch (error) {
    if (refusesOptions(error)) return { zone: "", mark: null, database: "" };
    throw new PoolerError(`PostgreSQL cannot be reached at DATABASE_DIRECT_URL: ${reasonOf(error)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

import * as z from "zod";
import { type SettingDeclarations, flag, integer, oneOf, optionalPostgresUrl } from "./values.js";

/** Settings of the database. */
export const databaseSettings = {
  DATABASE_URL: {
    schema: optionalPostgresUrl(),
    about:
      "PostgreSQL 14 or newer. Several hosts, of which one accepts writes: `postgresql://one:5432,two:5432/shop?target_session_attrs=read-write`. Without it, the embedded database in `PORTICO_DATA_DIR` is used.",
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    schema: optionalPostgresUrl(),
    about:
      "The address of PostgreSQL itself, if `DATABASE_URL` leads to a pooler such as PgBouncer. Locks of sessions use it, and through the pooler no statement stays prepared.",
    secret: true,
  },
  DATABASE_READ_URL: {
    schema: optionalPostgresUrl(),
    about:
      "Standbys of `DATABASE_URL`, for reads of the catalog, content and orders: `postgresql://two:5432,three:5432/shop`. One is only used while it has everything that was committed when the call began. Without it, all reads go to `DATABASE_URL`.",
    secret: true,
  },
  PORTICO_DATABASE_POOL: {
    schema: integer(4, 500, 16),
    about: "Connections to PostgreSQL per process: for the consumer, for other background work (2), and for calls.",
  },
  PORTICO_DATABASE_SHARE: {
    schema: integer(1, 100, 40),
    about:
      "Percentage of the connections for calls (without the two reserved for authentication and health checks) that one caller may use at the same time. Guests count as one caller.",
  },
  PORTICO_DATABASE_WAIT_SECONDS: {
    schema: integer(1, 3600, 10),
    about: "Seconds a call waits for a connection to the database before it is answered with 503.",
  },
  PORTICO_DATABASE_CONNECT_SECONDS: {
    schema: integer(1, 3600, 5),
    about: "Seconds to wait for PostgreSQL to accept a connection.",
  },
  PORTICO_DATABASE_STATEMENT_SECONDS: {
    schema: integer(0, 86_400, 30),
    about: "Seconds a statement of a call may take in PostgreSQL; 0 means no limit.",
  },
  PORTICO_DATABASE_LOCK_SECONDS: {
    schema: integer(0, 86_400, 10),
    about: "Seconds a call waits in PostgreSQL for a row or table locked by another transaction; 0 means no limit.",
  },
  PORTICO_DATABASE_IDLE_SECONDS: {
    schema: integer(0, 86_400, 30),
    about: "Seconds the transaction of a call may be idle before PostgreSQL ends it; 0 means no limit.",
  },
  PORTICO_DATABASE_BACKGROUND_SECONDS: {
    schema: integer(0, 86_400, 600),
    about:
      "The same three limits (statement, lock, idle transaction), in seconds, for queued operations, maintenance and commands; 0 means no limit. Migrations have no limits.",
  },
  PORTICO_DATABASE_KEEP_ALIVE_SECONDS: {
    schema: integer(1, 3600, 10),
    about: "Seconds without traffic after which TCP checks the connection to PostgreSQL.",
  },
  PORTICO_MIGRATE_WHILE_RUNNING: {
    schema: flag(false),
    about:
      "Migrate although other processes run on the database. Only for releases that can run together with the previous one, as the changelog says.",
  },
  PORTICO_DATA_DIR: { schema: z.string().min(1).default("var"), about: "Folder of the embedded database." },
  PORTICO_EMBEDDED_RESERVE: {
    schema: integer(0, 2 ** 50, 512 << 20),
    about:
      "Bytes that must stay free on the disk of the embedded database. With less, writes get 507 and queued operations wait; reads are answered.",
  },
  PORTICO_EMBEDDED_WATCHDOG_SECONDS: {
    schema: integer(0, 86_400, 120),
    about:
      "Seconds after which a server whose embedded database does not answer is killed, so that its supervisor starts it again; 0 means never.",
  },
  PORTICO_EMBEDDED_DURABILITY: {
    schema: oneOf("full", "relaxed").default("full"),
    about:
      "What a commit of the embedded database survives: with `full` a power failure, with `relaxed` only a crash of the process, which is faster.",
  },
} as const satisfies SettingDeclarations;

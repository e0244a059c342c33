import { resolve } from "node:path";
import { z } from "zod";

const integer = (from: number, to: number, fallback: number) =>
  z.coerce.number().int().min(from).max(to).default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(["on", "off", "true", "false", "1", "0"])
    .default(fallback ? "on" : "off")
    .transform((value) => value === "on" || value === "true" || value === "1");
const optionalUrl = (...schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)), {
      error: `must start with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
    })
    .optional();

/** Every setting: its environment variable, what it accepts, its default and one line on what it is for. */
export const settings = {
  HOST: { schema: z.string().min(1).default("127.0.0.1"), about: "Address to listen on." },
  PORT: { schema: integer(0, 65535, 8080), about: "Port to listen on; 0 picks a free one." },
  DATABASE_URL: {
    schema: optionalUrl("postgresql", "postgres"),
    about: "PostgreSQL 14 or newer. Without it the embedded database in `PORTICO_DATA_DIR` is used.",
    secret: true,
  },
  PORTICO_DATABASE_POOL: { schema: integer(1, 500, 10), about: "Connections to PostgreSQL per process." },
  PORTICO_DATA_DIR: { schema: z.string().min(1).default("var"), about: "Folder of the embedded database." },
  AMQP_URL: {
    schema: optionalUrl("amqp", "amqps"),
    about: "RabbitMQ for asynchronous operations. Without it they are queued in the database alone.",
    secret: true,
  },
  PORTICO_QUEUE_PREFIX: {
    schema: z
      .string()
      .regex(/^[\w.-]*$/, { error: "may have letters, digits, `_`, `.` and `-` only" })
      .default(""),
    about: "Put before the names of exchange and queues, where several installations share a broker.",
  },
  PORTICO_CONSUMER: {
    schema: flag(true),
    about: "Whether the server also runs queued operations; `off` leaves them to `queue:consumers:start`.",
  },
  PORTICO_CONSUMER_CONCURRENCY: {
    schema: integer(1, 64, 2),
    about: "Batches of operations that a consumer runs at once.",
  },
  PORTICO_BULK_LIMIT: { schema: integer(1, 1_000_000, 10_000), about: "Most elements of one bulk call." },
  PORTICO_OPERATION_ATTEMPTS: {
    schema: integer(1, 100, 5),
    about: "How often an operation is tried that fails for a passing reason, such as a deadlock.",
  },
  PORTICO_OPERATION_DAYS: { schema: integer(1, 36_500, 60), about: "Days that ended operations are kept." },
  PORTICO_CALLBACK_HOSTS: {
    schema: z
      .string()
      .regex(/^[\w.*:, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default(""),
    about:
      "Hosts that the end of a bulk may be told to, separated by commas; `*.example.com` is every host below. None by default.",
  },
  PORTICO_CALLBACK_PRIVATE: {
    schema: flag(false),
    about: "Whether these hosts may be in private networks or on this machine, and be called without TLS.",
  },
  PORTICO_CALLBACK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, { error: "must be whsec_ and 24 to 64 random bytes in base64" })
      .optional(),
    about:
      "What callbacks are signed with: `whsec_` and 24 to 64 random bytes in base64. Needed where hosts are allowed.",
    secret: true,
  },
  PORTICO_EDITION: {
    schema: z.enum(["open-source", "commerce"]).default("open-source"),
    about: "`commerce` adds the routes and rules of that edition.",
  },
  PORTICO_PRICE_SCOPE: {
    schema: z.enum(["global", "website"]).default("global"),
    about: "Whether prices are the same everywhere or may differ by website.",
  },
  PORTICO_BASE_URL: {
    schema: optionalUrl("http", "https"),
    about: "Address under which clients reach the service. Default: `http://HOST:PORT`.",
  },
  PORTICO_BODY_LIMIT: { schema: integer(1024, 1 << 30, 16 << 20), about: "Largest request body, in bytes." },
  PORTICO_ADMIN_TOKEN_HOURS: {
    schema: z.coerce.number().min(0).max(87600).default(4),
    about: "Lifetime of an administrator's token in hours; 0 never expires.",
  },
  PORTICO_CUSTOMER_TOKEN_HOURS: {
    schema: z.coerce.number().min(0).max(87600).default(1),
    about: "Lifetime of a customer's token in hours; 0 never expires.",
  },
  PORTICO_ADMIN_USER: {
    schema: z.string().min(1).default("admin"),
    about: "Administrator that the first start creates.",
  },
  PORTICO_ADMIN_PASSWORD: {
    schema: z.string().min(7).optional(),
    about: "Password of that administrator. Without it one is generated and printed once.",
    secret: true,
  },
  PORTICO_ANONYMOUS_CATALOG: {
    schema: flag(false),
    about: "Opens catalogue, content and store reads to callers without a token.",
  },
  PORTICO_GRAPHQL_DEPTH: { schema: integer(1, 100, 15), about: "Deepest GraphQL selection that is run." },
  PORTICO_GRAPHQL_COST: {
    schema: integer(1, 1_000_000, 2000),
    about: "Costliest GraphQL document that is run; each field costs 1, a list's fields times its page size.",
  },
  LOG_LEVEL: {
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    about: "Least severe log line that is written.",
  },
  NODE_ENV: {
    schema: z.enum(["production", "development", "test"]).default("production"),
    about: "`development` adds stack traces to errors and the GraphQL explorer page.",
  },
} as const satisfies Record<string, { schema: z.ZodType; about: string; secret?: boolean }>;

type Settings = typeof settings;

/** The environment, parsed: one property a setting, under the variable's own name. */
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]["schema"]> };

/** Says which variables are wrong, and how; thrown before anything starts. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads the settings from the environment; an empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const shape = Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema]));
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in settings && value !== ""));
  const parsed = z.object(shape).safeParse(given);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`Settings that cannot be used:\n  ${reasons.join("\n  ")}`);
  }
  const config = parsed.data as Config;
  if (config.PORTICO_CALLBACK_HOSTS !== "" && config.PORTICO_CALLBACK_SECRET === undefined) {
    throw new ConfigError("PORTICO_CALLBACK_HOSTS needs PORTICO_CALLBACK_SECRET: callbacks are always signed.");
  }
  return { ...config, PORTICO_DATA_DIR: resolve(config.PORTICO_DATA_DIR) };
}

/** The settings for people to read, with secrets replaced. */
export function shownConfig(config: Config): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const value = config[name as keyof Config] ?? null;
      return [name, "secret" in setting && value !== null ? redact(String(value)) : value];
    }),
  );
}

/** A URL keeps all but its password; any other secret shows nothing. */
function redact(secret: string): string {
  return /^\w+:\/\//.test(secret) ? secret.replace(/(:\/\/[^:/@]*:)[^@]*@/, "$1***@") : "***";
}

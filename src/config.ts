import { resolve } from "node:path";
import { z } from "zod";
import { flag, hours, integer, oneOf, optionalUrl } from "./process/setting-values.js";

/** All settings: environment variable, accepted values, default and description. */
export const settings = {
  HOST: { schema: z.string().min(1).default("127.0.0.1"), about: "Address to listen on." },
  PORT: { schema: integer(0, 65535, 8080), about: "Port to listen on; 0 picks a free one." },
  DATABASE_URL: {
    schema: optionalUrl("postgresql", "postgres"),
    about: "PostgreSQL 14 or newer. Without it, the embedded database in `PORTICO_DATA_DIR` is used.",
    secret: true,
  },
  PORTICO_DATABASE_POOL: { schema: integer(1, 500, 10), about: "Connections to PostgreSQL per process." },
  PORTICO_DATA_DIR: { schema: z.string().min(1).default("var"), about: "Folder of the embedded database." },
  PORTICO_MEDIA_DIR: {
    schema: z.string().min(1).optional(),
    about:
      "Folder of images and downloadable files; all processes must share it. Default: `media` in `PORTICO_DATA_DIR`.",
  },
  PORTICO_MEDIA_S3_BUCKET: {
    schema: z.string().min(1).optional(),
    about:
      "Bucket of an S3-compatible storage that replaces the folder. Credentials come from where the AWS SDK looks for them.",
  },
  PORTICO_MEDIA_S3_ENDPOINT: {
    schema: optionalUrl("http", "https"),
    about: "Address of the S3-compatible storage, unless it is AWS.",
  },
  PORTICO_MEDIA_S3_REGION: { schema: z.string().min(1).default("us-east-1"), about: "Region of the bucket." },
  PORTICO_MEDIA_S3_PREFIX: {
    schema: z
      .string()
      .regex(/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/, {
        error: "must be names of letters, digits, `_`, `.` and `-`, separated by /",
      })
      .default("media"),
    about: "Prefix of all object names in the bucket. Two installations must not share one.",
  },
  PORTICO_MEDIA_S3_PATH_STYLE: {
    schema: flag(false),
    about: "Put the bucket into the path of addresses instead of the host name.",
  },
  PORTICO_IMAGE_LIMIT: {
    schema: integer(1024, 1 << 30, 10 << 20),
    about: "Maximum size of an image in bytes. In a body it is Base64, which is a third longer.",
  },
  PORTICO_IMAGE_SIDE: { schema: integer(1, 100_000, 10_000), about: "Maximum width and height of an image in pixels." },
  AMQP_URL: {
    schema: optionalUrl("amqp", "amqps"),
    about: "RabbitMQ for asynchronous operations. Without it, they are queued in the database only.",
    secret: true,
  },
  PORTICO_QUEUE_PREFIX: {
    schema: z
      .string()
      .regex(/^[\w.-]*$/, { error: "must have only letters, digits, `_`, `.` and `-`" })
      .default(""),
    about: "Prefix of the names of exchange and queues, for installations that share a broker.",
  },
  PORTICO_CONSUMER: {
    schema: flag(true),
    about: "Run queued operations in the server too; `off` leaves them to `queue:consumers:start`.",
  },
  PORTICO_CONSUMER_CONCURRENCY: {
    schema: integer(1, 64, 2),
    about: "Batches of operations that a consumer runs at the same time.",
  },
  PORTICO_BULK_LIMIT: { schema: integer(1, 1_000_000, 10_000), about: "Maximum elements of a bulk call." },
  PORTICO_OPERATION_ATTEMPTS: {
    schema: integer(1, 100, 5),
    about: "Maximum attempts for an operation that fails temporarily, for example on a deadlock.",
  },
  PORTICO_OPERATION_DAYS: { schema: integer(1, 36_500, 60), about: "Days to keep finished operations." },
  PORTICO_CALLBACK_HOSTS: {
    schema: z
      .string()
      .regex(/^[\w.*:, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default(""),
    about:
      "Hosts that callbacks and activations of integrations may call, separated by commas; `*.example.com` allows every host below. None by default.",
  },
  PORTICO_CALLBACK_PRIVATE: {
    schema: flag(false),
    about: "Allow these hosts to be private or local addresses, and to be called without TLS.",
  },
  PORTICO_CALLBACK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, { error: "must be whsec_ and 24 to 64 random bytes in Base64" })
      .optional(),
    about: "Key that signs callbacks: `whsec_` and 24 to 64 random bytes in Base64. Required if hosts are allowed.",
    secret: true,
  },
  PORTICO_EDITION: {
    schema: oneOf("open-source", "commerce").default("open-source"),
    about: "`commerce` adds the routes and rules of that edition.",
  },
  PORTICO_PRICE_SCOPE: {
    schema: oneOf("global", "website").default("global"),
    about: "Scope of prices: one price for all websites, or a price per `website`.",
  },
  PORTICO_DOWNLOADABLE_DOMAINS: {
    schema: z
      .string()
      .regex(/^[\w.*, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default("*"),
    about:
      "Hosts that downloadable products may link to, separated by commas; `*.example.com` allows every host below, `*` allows all.",
  },
  PORTICO_BASE_URL: {
    schema: optionalUrl("http", "https"),
    about: "Public address of the service. Default: `http://HOST:PORT`.",
  },
  PORTICO_TRUST_PROXY: {
    schema: flag(false),
    about:
      "Trust `X-Forwarded-Proto`, `-Host` and `-Port`, which OAuth signatures cover, and the last address in `X-Forwarded-For`. Turn it on only behind a proxy that sets them.",
  },
  PORTICO_BODY_LIMIT: { schema: integer(1024, 1 << 30, 16 << 20), about: "Maximum size of a request body in bytes." },
  PORTICO_GUEST_BODY_LIMIT: {
    schema: integer(1024, 1 << 30, 512 << 10),
    about: "Maximum size of the request body of a guest or customer in bytes.",
  },
  PORTICO_BODY_VALUES: {
    schema: integer(1000, 100_000_000, 1_000_000),
    about: "Maximum values in a JSON body: texts, numbers, objects and lists.",
  },
  PORTICO_XML_LIMIT: { schema: integer(1024, 1 << 30, 2 << 20), about: "Maximum size of an XML body in bytes." },
  PORTICO_XML_ELEMENTS: {
    schema: integer(100, 10_000_000, 20_000),
    about: "Maximum elements, references and comments in an XML body.",
  },
  PORTICO_BODIES_LIMIT: {
    schema: integer(1 << 20, 64 * 2 ** 30, 128 << 20),
    about:
      "Maximum bytes of all request bodies that a process handles at the same time; guests and customers share a quarter.",
  },
  PORTICO_CONNECTIONS: { schema: integer(1, 1_000_000, 2000), about: "Maximum client connections at the same time." },
  PORTICO_HEADERS_SECONDS: {
    schema: integer(1, 3600, 20),
    about: "Seconds to wait for the headers of a request.",
  },
  PORTICO_REQUEST_SECONDS: {
    schema: integer(1, 86_400, 120),
    about: "Seconds to wait for a whole request.",
  },
  PORTICO_KEEP_ALIVE_SECONDS: {
    schema: integer(1, 3600, 75),
    about: "Seconds to keep an idle connection open. Should be longer than in the load balancer, which often has 60.",
  },
  PORTICO_ADMIN_TOKEN_HOURS: {
    schema: hours(4),
    about: "Lifetime of an administrator's token in hours; 0 never expires.",
  },
  PORTICO_CUSTOMER_TOKEN_HOURS: {
    schema: hours(1),
    about: "Lifetime of a customer's token in hours; 0 never expires.",
  },
  PORTICO_CUSTOMER_SESSION_SECONDS: {
    schema: integer(1, 31_536_000, 3600),
    about: "Seconds after which an idle session of a customer or guest ends.",
  },
  PORTICO_ADMIN_SESSION_SECONDS: {
    schema: integer(1, 31_536_000, 900),
    about: "Seconds after which an idle session of an administrator ends.",
  },
  PORTICO_SESSION_HOURS: {
    schema: hours(24),
    about: "Hours after which a session ends even if it is used; 0 is no limit.",
  },
  PORTICO_INTEGRATION_BEARER: {
    schema: flag(true),
    about: "Accept the access token of an integration as a bearer token, without a signature.",
  },
  PORTICO_OAUTH_SHA1: {
    schema: flag(false),
    about: "Accept OAuth signatures with HMAC-SHA1, which older clients use, besides HMAC-SHA256.",
  },
  PORTICO_OAUTH_MINUTES: {
    schema: integer(1, 1440, 120),
    about: "Maximum age of a signed call in minutes. Its nonce is remembered for as long.",
  },
  PORTICO_ENCRYPTION_KEY: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, { error: "must be 32 random bytes in Base64" })
      .optional(),
    about:
      "Key that encrypts the secrets of integrations in the database: 32 random bytes in Base64. Without it, they are stored in clear.",
    secret: true,
  },
  PORTICO_SIGN_IN_RATE: {
    schema: integer(1, 1_000_000, 300),
    about: "Maximum sign-in attempts per address, minute and process.",
  },
  PORTICO_ADDRESS_RATE: {
    schema: integer(0, 1_000_000, 0),
    about: "Maximum calls per address, minute and process; 0 is no limit.",
  },
  PORTICO_CALLER_RATE: {
    schema: integer(0, 1_000_000, 0),
    about: "Maximum calls per administrator, integration or customer, minute and process; 0 is no limit.",
  },
  PORTICO_CORS_ORIGINS: {
    schema: z
      .string()
      .regex(/^(https?:\/\/[\w.:-]+(\s*,\s*https?:\/\/[\w.:-]+)*)?$/, {
        error: "must be origins, for example https://shop.example.com, separated by commas",
      })
      .default(""),
    about: "Origins whose pages may call from a browser, separated by commas. None by default.",
  },
  PORTICO_AUDIT_DAYS: {
    schema: integer(1, 36_500, 365),
    about: "Days to keep the audit log.",
  },
  PORTICO_ADMIN_USER: {
    schema: z.string().min(1).default("admin"),
    about: "User name of the administrator that the first start creates.",
  },
  PORTICO_ADMIN_PASSWORD: {
    schema: z
      .string()
      .regex(/^(?=.*[a-z])(?=.*\d).{7,}$/isu, { error: "must have at least 7 characters, letters and digits" })
      .optional(),
    about: "Password of that administrator. Without it, one is generated and printed once.",
    secret: true,
  },
  PORTICO_HIDE_ACCOUNTS: {
    schema: flag(false),
    about:
      "Hide which e-mail addresses have accounts: availability checks and password resets answer the same for all.",
  },
  PORTICO_MAIL_TRANSPORT: {
    schema: oneOf("log", "smtp").default("log"),
    about: "Delivery of mails to customers: `smtp` sends them, `log` only logs them, with their text in development.",
  },
  PORTICO_MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: "must be an e-mail address, for example `Shop <shop@example.com>`" })
      .optional(),
    about: "Sender of mails, for example `Shop <shop@example.com>`. Required for `smtp`.",
  },
  PORTICO_SMTP_URL: {
    schema: optionalUrl("smtp", "smtps"),
    about: "Mail server, `smtps://user:password@host:465` or `smtp://host:25`. Required for `smtp`.",
    secret: true,
  },
  PORTICO_ANONYMOUS_CATALOG: {
    schema: flag(false),
    about: "Allow callers without a token to read the catalogue, content and stores.",
  },
  PORTICO_GRAPHQL_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 1 << 20),
    about: "Maximum size of a GraphQL document in bytes, without its variables.",
  },
  PORTICO_GRAPHQL_GUEST_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 128 << 10),
    about: "Maximum size of a guest's GraphQL document in bytes.",
  },
  PORTICO_GRAPHQL_TOKENS: {
    schema: integer(100, 1_000_000, 10_000),
    about: "Maximum tokens (names, values and punctuation) of a GraphQL document.",
  },
  PORTICO_GRAPHQL_DEPTH: { schema: integer(1, 100, 15), about: "Maximum depth of a GraphQL selection." },
  PORTICO_GRAPHQL_COST: {
    schema: integer(1, 1_000_000, 2000),
    about: "Maximum cost of a GraphQL document: 1 per field, times the page size within lists.",
  },
  LOG_LEVEL: {
    schema: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
    about: "Lowest level that is logged.",
  },
  NODE_ENV: {
    schema: oneOf("production", "development", "test").default("production"),
    about: "`development` adds stack traces to errors and turns on the GraphQL explorer.",
  },
} as const satisfies Record<string, { schema: z.ZodType; about: string; secret?: boolean }>;

type Settings = typeof settings;

/** The parsed settings, each under the name of its variable. */
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]["schema"]> };

/** Holds the settings, for code that depends on them. */
export interface Configured {
  readonly config: Config;
}

/** Invalid settings, with a reason for each variable. Thrown before anything starts. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads the settings from the environment. An empty variable counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const shape = Object.fromEntries(Object.entries(settings).map(([name, { schema }]) => [name, schema]));
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in settings && value !== ""));
  const parsed = z.object(shape).safeParse(given);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`Invalid settings:\n  ${reasons.join("\n  ")}`);
  }
  const config = parsed.data as Config;
  if (config.PORTICO_CALLBACK_HOSTS !== "" && config.PORTICO_CALLBACK_SECRET === undefined) {
    throw new ConfigError(
      "PORTICO_CALLBACK_HOSTS requires PORTICO_CALLBACK_SECRET, because callbacks are always signed.",
    );
  }
  if (config.PORTICO_MAIL_TRANSPORT === "smtp" && !(config.PORTICO_SMTP_URL && config.PORTICO_MAIL_FROM)) {
    throw new ConfigError("PORTICO_MAIL_TRANSPORT=smtp requires PORTICO_SMTP_URL and PORTICO_MAIL_FROM.");
  }
  return { ...config, PORTICO_DATA_DIR: resolve(config.PORTICO_DATA_DIR) };
}

/** Returns the variables that begin like a setting but are unknown, for example misspelt ones. */
export const unknownSettings = (env: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(env).filter((name) => name.startsWith("PORTICO_") && !(name in settings));

/** Returns the settings with their secrets masked. */
export function shownConfig(config: Config): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const value = config[name as keyof Config] ?? null;
      return [name, "secret" in setting && value !== null ? redact(String(value)) : value];
    }),
  );
}

/** Masks the passwords of a URL, and any other secret entirely. */
function redact(secret: string): string {
  if (!/^\w+:\/\//.test(secret)) return "***";
  return secret.replace(/(:\/\/[^:/@]*:).*@/, "$1***@").replace(/([?&]\w*password=)[^&]*/gi, "$1***");
}

import { resolve } from "node:path";
import { z } from "zod";
import { flag, hours, integer, oneOf, optionalUrl } from "./process/setting-values.js";

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
  PORTICO_MEDIA_DIR: {
    schema: z.string().min(1).optional(),
    about:
      "Folder of images and of files to download, which all processes must share. Default: `media` in `PORTICO_DATA_DIR`.",
  },
  PORTICO_MEDIA_S3_BUCKET: {
    schema: z.string().min(1).optional(),
    about:
      "Bucket of an S3-compatible storage for images in place of the folder. Credentials are found as the AWS SDK finds them.",
  },
  PORTICO_MEDIA_S3_ENDPOINT: {
    schema: optionalUrl("http", "https"),
    about: "Address of that storage where it is not AWS's own.",
  },
  PORTICO_MEDIA_S3_REGION: { schema: z.string().min(1).default("us-east-1"), about: "Region of the bucket." },
  PORTICO_MEDIA_S3_PREFIX: {
    schema: z
      .string()
      .regex(/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/, {
        error: "may have names of letters, digits, `_`, `.` and `-` with / between",
      })
      .default("media"),
    about: "What the names of all objects begin with, a slash following; no two installations may have the same.",
  },
  PORTICO_MEDIA_S3_PATH_STYLE: {
    schema: flag(false),
    about: "Whether the bucket goes in the path of addresses, not in the host's name.",
  },
  PORTICO_IMAGE_LIMIT: {
    schema: integer(1024, 1 << 30, 10 << 20),
    about: "Largest image, in bytes; a body holds it in Base64, which is a third longer.",
  },
  PORTICO_IMAGE_SIDE: { schema: integer(1, 100_000, 10_000), about: "Longest side of an image, in pixels." },
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
      "Hosts that the end of a bulk may be told to and that integrations may be activated at, separated by commas; `*.example.com` is every host below. None by default.",
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
    schema: oneOf("open-source", "commerce").default("open-source"),
    about: "`commerce` adds the routes and rules of that edition.",
  },
  PORTICO_PRICE_SCOPE: {
    schema: oneOf("global", "website").default("global"),
    about: "Whether prices are the same everywhere or may differ by website.",
  },
  PORTICO_DOWNLOADABLE_DOMAINS: {
    schema: z
      .string()
      .regex(/^[\w.*, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default("*"),
    about:
      "Hosts that the addresses of downloads may lead to, separated by commas; `*.example.com` is every host below, `*` any.",
  },
  PORTICO_BASE_URL: {
    schema: optionalUrl("http", "https"),
    about: "Address under which clients reach the service. Default: `http://HOST:PORT`.",
  },
  PORTICO_TRUST_PROXY: {
    schema: flag(false),
    about:
      "Whether `X-Forwarded-Proto`, `-Host` and `-Port` are believed, for OAuth signatures behind a proxy that sets them, and the last address in `X-Forwarded-For`, which it adds.",
  },
  PORTICO_BODY_LIMIT: { schema: integer(1024, 1 << 30, 16 << 20), about: "Largest request body, in bytes." },
  PORTICO_GUEST_BODY_LIMIT: {
    schema: integer(1024, 1 << 30, 512 << 10),
    about: "Largest request body of a guest or a customer, in bytes.",
  },
  PORTICO_BODY_VALUES: {
    schema: integer(1000, 100_000_000, 1_000_000),
    about: "Most values in a JSON body: texts, numbers, objects and lists.",
  },
  PORTICO_XML_LIMIT: { schema: integer(1024, 1 << 30, 2 << 20), about: "Largest XML body, in bytes." },
  PORTICO_XML_ELEMENTS: {
    schema: integer(100, 10_000_000, 20_000),
    about: "Most elements, references and comments in an XML body.",
  },
  PORTICO_BODIES_LIMIT: {
    schema: integer(1 << 20, 64 * 2 ** 30, 128 << 20),
    about: "Most bytes of all request bodies that a process works on at a time; guests and customers share a quarter.",
  },
  PORTICO_CONNECTIONS: { schema: integer(1, 1_000_000, 2000), about: "Most connections of clients at a time." },
  PORTICO_HEADERS_SECONDS: {
    schema: integer(1, 3600, 20),
    about: "Seconds in which the headers of a request must arrive.",
  },
  PORTICO_REQUEST_SECONDS: {
    schema: integer(1, 86_400, 120),
    about: "Seconds in which a whole request must arrive.",
  },
  PORTICO_KEEP_ALIVE_SECONDS: {
    schema: integer(1, 3600, 75),
    about: "Seconds that an idle connection is kept open; longer than those of a balancer in front, usually 60.",
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
    about: "Seconds without a call after which the session of a customer or a guest ends.",
  },
  PORTICO_ADMIN_SESSION_SECONDS: {
    schema: integer(1, 31_536_000, 900),
    about: "Seconds without a call after which the session of an administrator ends.",
  },
  PORTICO_SESSION_HOURS: {
    schema: hours(24),
    about: "Hours after which a session ends however much it is used; 0 is no limit.",
  },
  PORTICO_INTEGRATION_BEARER: {
    schema: flag(true),
    about: "Whether the access token of an integration works as a bearer token, without a signature.",
  },
  PORTICO_OAUTH_SHA1: {
    schema: flag(false),
    about: "Whether OAuth signatures may be HMAC-SHA1, as older clients make them, besides HMAC-SHA256.",
  },
  PORTICO_OAUTH_MINUTES: {
    schema: integer(1, 1440, 120),
    about: "Age in minutes past which a signed call is refused; its nonce is remembered as long.",
  },
  PORTICO_ENCRYPTION_KEY: {
    schema: z
      .string()
      .regex(/^[A-Za-z0-9+/]{43}=$/, { error: "must be 32 random bytes in base64" })
      .optional(),
    about:
      "What the secrets of integrations are encrypted with in the database: 32 random bytes in base64. Without it they are stored as they are.",
    secret: true,
  },
  PORTICO_SIGN_IN_RATE: {
    schema: integer(1, 1_000_000, 300),
    about: "Attempts to sign in that one address may make in a minute, at each process.",
  },
  PORTICO_ADDRESS_RATE: {
    schema: integer(0, 1_000_000, 0),
    about: "Calls that one address may make in a minute, at each process; 0 is no limit.",
  },
  PORTICO_CALLER_RATE: {
    schema: integer(0, 1_000_000, 0),
    about:
      "Calls that one administrator, integration or customer may make in a minute, at each process; 0 is no limit.",
  },
  PORTICO_CORS_ORIGINS: {
    schema: z
      .string()
      .regex(/^(https?:\/\/[\w.:-]+(\s*,\s*https?:\/\/[\w.:-]+)*)?$/, {
        error: "must be origins such as https://shop.example.com, separated by commas",
      })
      .default(""),
    about: "Origins whose pages may call from a browser, separated by commas; none by default.",
  },
  PORTICO_AUDIT_DAYS: {
    schema: integer(1, 36_500, 365),
    about: "Days that is kept who signed in, was refused, or was given rights.",
  },
  PORTICO_ADMIN_USER: {
    schema: z.string().min(1).default("admin"),
    about: "Administrator that the first start creates.",
  },
  PORTICO_ADMIN_PASSWORD: {
    schema: z
      .string()
      .regex(/^(?=.*[a-z])(?=.*\d).{7,}$/isu, { error: "must have at least 7 characters, letters and digits" })
      .optional(),
    about: "Password of that administrator. Without it one is generated and printed once.",
    secret: true,
  },
  PORTICO_HIDE_ACCOUNTS: {
    schema: flag(false),
    about:
      "Whether guests are kept from asking which e-mail addresses have accounts: each is available then, and any may ask for a new password.",
  },
  PORTICO_MAIL_TRANSPORT: {
    schema: oneOf("log", "smtp").default("log"),
    about:
      "How mails to customers leave: `smtp` sends them; `log` writes to the log that there is one, in development with its text.",
  },
  PORTICO_MAIL_FROM: {
    schema: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: "must be an e-mail address, such as `Shop <shop@example.com>`" })
      .optional(),
    about: "Sender of mails, such as `Shop <shop@example.com>`. Needed for `smtp`.",
  },
  PORTICO_SMTP_URL: {
    schema: optionalUrl("smtp", "smtps"),
    about: "Mail server, `smtps://user:password@host:465` or `smtp://host:25`. Needed for `smtp`.",
    secret: true,
  },
  PORTICO_ANONYMOUS_CATALOG: {
    schema: flag(false),
    about: "Opens catalogue, content and store reads to callers without a token.",
  },
  PORTICO_GRAPHQL_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 1 << 20),
    about: "Largest text of a GraphQL document, in bytes, without its variables.",
  },
  PORTICO_GRAPHQL_GUEST_TEXT_LIMIT: {
    schema: integer(1024, 1 << 30, 128 << 10),
    about: "Largest text of a GraphQL document of a guest, in bytes.",
  },
  PORTICO_GRAPHQL_TOKENS: {
    schema: integer(100, 1_000_000, 10_000),
    about: "Most tokens (names, values and punctuation) of a GraphQL document.",
  },
  PORTICO_GRAPHQL_DEPTH: { schema: integer(1, 100, 15), about: "Deepest GraphQL selection that is run." },
  PORTICO_GRAPHQL_COST: {
    schema: integer(1, 1_000_000, 2000),
    about: "Costliest GraphQL document that is run; each field costs 1, a list's fields times its page size.",
  },
  LOG_LEVEL: {
    schema: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
    about: "Least severe log line that is written.",
  },
  NODE_ENV: {
    schema: oneOf("production", "development", "test").default("production"),
    about: "`development` adds stack traces to errors and the GraphQL explorer page.",
  },
} as const satisfies Record<string, { schema: z.ZodType; about: string; secret?: boolean }>;

type Settings = typeof settings;

/** The environment, parsed: one property a setting, under the variable's own name. */
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]["schema"]> };

/** Holds the settings, for code that depends on them. */
export interface Configured {
  readonly config: Config;
}

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
  if (config.PORTICO_MAIL_TRANSPORT === "smtp" && !(config.PORTICO_SMTP_URL && config.PORTICO_MAIL_FROM)) {
    throw new ConfigError("PORTICO_MAIL_TRANSPORT=smtp needs PORTICO_SMTP_URL and PORTICO_MAIL_FROM.");
  }
  return { ...config, PORTICO_DATA_DIR: resolve(config.PORTICO_DATA_DIR) };
}

/** Variables that look like settings and are none, such as misspelt ones. */
export const unknownSettings = (env: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(env).filter((name) => name.startsWith("PORTICO_") && !(name in settings));

/** The settings for people to read, with secrets replaced. */
export function shownConfig(config: Config): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const value = config[name as keyof Config] ?? null;
      return [name, "secret" in setting && value !== null ? redact(String(value)) : value];
    }),
  );
}

/** A URL keeps all but its passwords; any other secret shows nothing. */
function redact(secret: string): string {
  if (!/^\w+:\/\//.test(secret)) return "***";
  return secret.replace(/(:\/\/[^:/@]*:).*@/, "$1***@").replace(/([?&]\w*password=)[^&]*/gi, "$1***");
}

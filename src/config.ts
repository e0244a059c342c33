import { resolve } from "node:path";
import * as z from "zod";
import { callerSettings } from "./platform/process/settings/callers.js";
import { databaseSettings } from "./platform/process/settings/database.js";
import { graphqlSettings } from "./platform/process/settings/graphql.js";
import { httpSettings } from "./platform/process/settings/http.js";
import { mediaSettings } from "./platform/process/settings/media.js";
import { metricsSettings } from "./platform/process/settings/metrics.js";
import { queueSettings } from "./platform/process/settings/queue.js";
import { shopSettings } from "./platform/process/settings/shop.js";
import { integer, oneOf, type SettingDeclarations } from "./platform/process/settings/values.js";

const addressSettings = {
  HOST: { schema: z.string().min(1).default("127.0.0.1"), about: "Address to listen on." },
  PORT: { schema: integer(0, 65535, 8080), about: "Port to listen on; 0 picks a free one." },
} as const satisfies SettingDeclarations;

const processSettings = {
  LOG_LEVEL: {
    schema: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
    about: "Lowest level that is logged.",
  },
  PORTICO_LOG_REQUESTS: {
    schema: integer(0, 100, 100),
    about:
      "Percentage of the requests that are logged, chosen at random. Those with a status of 400 or more, or that take a second or more, are always logged.",
  },
  NODE_ENV: {
    schema: oneOf("production", "development", "test").default("production"),
    about: "`development` adds stack traces to errors and turns on the GraphQL explorer.",
  },
} as const satisfies SettingDeclarations;

/** All settings: environment variable, accepted values, default and description. */
export const settings = {
  ...addressSettings,
  ...databaseSettings,
  ...mediaSettings,
  ...queueSettings,
  ...shopSettings,
  ...httpSettings,
  ...callerSettings,
  ...graphqlSettings,
  ...metricsSettings,
  ...processSettings,
} as const satisfies SettingDeclarations;

/** The settings by area, in the order of their page. */
export const settingGroups: readonly { readonly title: string; readonly declared: SettingDeclarations }[] = [
  { title: "Address", declared: addressSettings },
  { title: "HTTP", declared: httpSettings },
  { title: "Callers and accounts", declared: callerSettings },
  { title: "The shop", declared: shopSettings },
  { title: "Database", declared: databaseSettings },
  { title: "Queue, callbacks and retention", declared: queueSettings },
  { title: "Images and files", declared: mediaSettings },
  { title: "GraphQL", declared: graphqlSettings },
  { title: "Metrics and traces", declared: metricsSettings },
  { title: "Log", declared: processSettings },
];

type Settings = typeof settings;

/** The parsed settings, each under the name of its variable. */
export type Config = { readonly [Name in keyof Settings]: z.output<Settings[Name]["schema"]> };

/** An object with the settings, for code that depends on them. */
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

/** Returns unknown variables that begin with `PORTICO_`, for example misspelled ones. */
export const unknownSettings = (env: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(env).filter((name) => name.startsWith("PORTICO_") && !(name in settings));

/** Returns the settings with their secrets masked. */
export function maskedConfig(config: Config): Record<string, string | number | boolean | null> {
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

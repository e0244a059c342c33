import pino, { type Logger } from "pino";
import type { Config } from "../../config.js";

/** Keys whose values are never logged, at the top level of a line or one level below. */
const secrets = [
  "password",
  "token",
  "authorization",
  "password_hash",
  "cc_number",
  "cc_cid",
  "secret",
  "otp",
  "tfaToken",
  "consumer_secret",
  "access_token",
  "access_token_secret",
  "oauth_token",
  "oauth_token_secret",
  "oauth_verifier",
];

/** Creates the log: JSON lines on standard error, so that standard output is free for people. */
export function createLog(config: Config): Logger {
  return pino(
    {
      level: config.LOG_LEVEL,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: "***" },
      serializers: { err: errorWithoutValues },
    },
    pino.destination({ fd: 2, sync: false }),
  );
}

/** Removes the values of the rejected row from database errors, because they may be personal data. */
function errorWithoutValues(error: unknown): unknown {
  const written: Readonly<Record<string, unknown>> = pino.stdSerializers.err(error as Error);
  if (typeof written !== "object") return written;
  const { detail: _detail, where: _where, parameters: _parameters, ...rest } = written;
  return rest;
}

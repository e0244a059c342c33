import pino, { type Logger } from "pino";
import type { Config } from "../config.js";

/** Keys whose values are never written, wherever they stand. */
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

/** The log: JSON lines on standard error, so that what is meant for people can go to standard output. */
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

/** Database errors carry the values of the row that was refused; those may be anyone's data. */
function errorWithoutValues(error: unknown): unknown {
  const written: Readonly<Record<string, unknown>> = pino.stdSerializers.err(error as Error);
  if (typeof written !== "object") return written;
  const { detail: _detail, where: _where, parameters: _parameters, ...rest } = written;
  return rest;
}

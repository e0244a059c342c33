import * as z from "zod";
import { type SettingDeclarations, flag, integer, oneOf, optionalUrl } from "./values.js";

/** Settings of asynchronous and bulk calls. */
export const queueSettings = {
  AMQP_URL: {
    schema: optionalUrl("amqp", "amqps"),
    about:
      "RabbitMQ for asynchronous operations, with one or several hosts. Without it, they are queued in the database only.",
    secret: true,
  },
  PORTICO_QUEUE_TYPE: {
    schema: oneOf("classic", "quorum").optional(),
    about:
      "Type of the queues on RabbitMQ. By default `quorum` if `AMQP_URL` names several hosts, otherwise `classic`.",
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
  PORTICO_OPEN_OPERATIONS: {
    schema: integer(1, 1_000_000_000, 100_000),
    about: "Maximum operations of one caller in unfinished bulks; guests share it.",
  },
  PORTICO_GUEST_BULK: {
    schema: flag(false),
    about: "Allow guests to send bulk calls. Their single asynchronous calls are always accepted.",
  },
  PORTICO_OPERATION_ATTEMPTS: {
    schema: integer(1, 100, 5),
    about: "Maximum attempts for an operation that fails temporarily, for example on a deadlock.",
  },
  PORTICO_OPERATION_DAYS: { schema: integer(1, 36_500, 60), about: "Days to keep finished operations." },
  PORTICO_LISTED_CALL_ROWS: {
    schema: integer(0, 1_000_000, 100),
    about: "Rows, such as prices, from which on a synchronous call is listed with the bulks; 0 lists none.",
  },
  PORTICO_PRICE_HISTORY_DAYS: {
    schema: integer(0, 36_500, 400),
    about: "Days to keep the price history, which is removed by whole months; 0 keeps all of it.",
  },
  PORTICO_EVENT_DAYS: { schema: integer(1, 36_500, 30), about: "Days to keep the events of the feed." },
  PORTICO_WEBHOOK_DAYS: {
    schema: integer(1, 365, 3),
    about: "Days without a successful delivery after which a webhook is paused.",
  },
  PORTICO_CALLBACK_HOSTS: {
    schema: z
      .string()
      .regex(/^[\w.*:, -]*$/, { error: "must be host names separated by commas, without scheme and port" })
      .default(""),
    about:
      "Hosts that callbacks, webhooks and activations of integrations may call, separated by commas; `*.example.com` allows every host below. None by default.",
  },
  PORTICO_CALLBACK_PORTS: {
    schema: z
      .string()
      .regex(/^(?:\d{1,5}(?:\s*,\s*\d{1,5})*)?$/, { error: "must be port numbers separated by commas" })
      .default(""),
    about: "Ports that callbacks may use besides 443, separated by commas.",
  },
  PORTICO_CALLBACK_PRIVATE: {
    schema: flag(false),
    about:
      "Allow the hosts in `PORTICO_CALLBACK_HOSTS` to be private or local addresses, and to be called without TLS and on any port.",
  },
  PORTICO_CALLBACK_SECRET: {
    schema: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, {
        error: "must be whsec_ followed by 24 to 64 random bytes in Base64",
      })
      .optional(),
    about:
      "Key that signs callbacks: `whsec_` followed by 24 to 64 random bytes in Base64. Required if hosts are allowed.",
    secret: true,
  },
} as const satisfies SettingDeclarations;

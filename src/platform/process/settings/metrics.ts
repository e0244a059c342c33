import * as z from "zod";
import { type SettingDeclarations, optionalInteger } from "./values.js";

/** Settings of metrics. */
export const metricsSettings = {
  PORTICO_METRICS_PORT: {
    schema: optionalInteger(0, 65535),
    about:
      "Port that serves `/metrics` to Prometheus, in the server and in consumers; 0 picks a free one. None by default.",
  },
  PORTICO_METRICS_HOST: {
    schema: z.string().min(1).default("127.0.0.1"),
    about: "Address on which `PORTICO_METRICS_PORT` listens.",
  },
  PORTICO_METRICS_TOKEN: {
    schema: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
    about:
      "Bearer token that Prometheus must send. Without `PORTICO_METRICS_PORT`, `/metrics` is then served on `PORT`. None by default.",
    secret: true,
  },
} as const satisfies SettingDeclarations;

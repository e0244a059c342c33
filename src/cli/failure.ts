import { CommanderError } from "commander";
import { WebapiError, render } from "../api/call/errors.js";
import { asTyped } from "./output.js";

/** The exit code of a command: 0 for success, 1 for a failure, 2 for wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** Returns the reason of a failure as one line without a stack. */
function messageOf(error: unknown): string {
  if (error instanceof WebapiError && error.details.errors) {
    return error.details.errors.map(({ message, parameters }) => render(message, parameters)).join(" ");
  }
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/**
 * Writes the reason of a failure to standard error and returns the exit code. Commander prints its own errors unless
 * the output is JSON.
 */
export function report(error: unknown, json: boolean): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (json) process.stderr.write(`${JSON.stringify({ error: error.message.replace(/^error: /, "") })}\n`);
    return 2;
  }
  const message = asTyped(messageOf(error));
  process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `${message}\n`);
  if (isDebugging() && error instanceof Error) process.stderr.write(`${String(error.stack)}\n`);
  return 1;
}

const isDebugging = () => ["debug", "trace"].includes(process.env["LOG_LEVEL"] ?? "");

import { CommanderError } from "commander";
import { WebapiError, render } from "../call/errors.js";

/** What a command ends with: 1 where it failed, 2 where it was called in a way that it does not know. */
export type ExitCode = 0 | 1 | 2;

/** One line for people: what went wrong, without a stack. */
function messageOf(error: unknown): string {
  if (error instanceof WebapiError && error.details.errors) {
    return error.details.errors.map(({ message, parameters }) => render(message, parameters)).join(" ");
  }
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** Says on standard error why the command failed, and gives the exit code. Commander has spoken already. */
export function report(error: unknown, json: boolean): ExitCode {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    if (json) process.stderr.write(`${JSON.stringify({ error: error.message.replace(/^error: /, "") })}\n`);
    return 2;
  }
  const message = messageOf(error);
  process.stderr.write(json ? `${JSON.stringify({ error: message })}\n` : `${message}\n`);
  if (isDebugging() && error instanceof Error) process.stderr.write(`${String(error.stack)}\n`);
  return 1;
}

const isDebugging = () => ["debug", "trace"].includes(process.env["LOG_LEVEL"] ?? "");

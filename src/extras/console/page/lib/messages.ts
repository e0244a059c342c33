import { type Parameters, render } from "../../../../api/call/errors.js";

/** A message with placeholders and their values. */
export interface Message {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** Fills the placeholders of a message. Failed rows list their values in the order in which the message names them. */
export function textOf({ message, parameters }: Message): string {
  if (parameters === undefined) return message;
  if (!Array.isArray(parameters) || namesOf(message).length === 0) return render(message, parameters);
  return render(message, valuesOf({ message, parameters }));
}

const namesOf = (message: string): readonly string[] =>
  [...message.matchAll(/%([a-z_]\w*)/gi)].map(([, name = ""]) => name);

/** Returns the values of a message by the names of their placeholders. */
export function valuesOf({ message, parameters = {} }: Message): Readonly<Record<string, string>> {
  const list = Array.isArray(parameters) ? (parameters as readonly unknown[]) : undefined;
  const entries: (readonly [string, unknown])[] = list
    ? namesOf(message).map((name, at) => [name, list[at] ?? ""])
    : Object.entries(parameters);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

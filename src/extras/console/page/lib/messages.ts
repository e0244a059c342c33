import { type Parameters, render } from "../../../../api/call/errors.js";

/** A message with placeholders and their values. */
export interface Message {
  readonly message: string;
  readonly parameters?: Parameters;
}

/** Fills the placeholders of a message. Failed rows list their values in the order in which the message names them. */
export function textOf({ message, parameters }: Message): string {
  if (parameters === undefined) return message;
  const names = [...message.matchAll(/%([a-z_]\w*)/gi)].map(([, name = ""]) => name);
  if (!Array.isArray(parameters) || names.length === 0) return render(message, parameters);
  const values = parameters as readonly (string | number)[];
  return render(message, Object.fromEntries(names.map((name, place) => [name, values[place] ?? ""])));
}

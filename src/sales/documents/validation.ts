import { inputError, unsupportedField, WebapiError } from "../../call/errors.js";

/**
 * Throws 400 with a heading and all messages in one text, as Magento's validators of documents do. The messages have their
 * parameters filled in. Does nothing without messages.
 */
export function throwMessages(heading: string, messages: readonly string[]): void {
  if (messages.length > 0) throw inputError([heading, ...messages].join("\n"));
}

/**
 * Runs the part of a document's creation whose errors Magento only logs. Throws 400 with the text `failure` and, in the
 * parameters, the reason of an error that callers may see. Other errors are thrown unchanged.
 */
export async function withFailureMessage<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WebapiError) || error.status >= 500) throw error;
    const { parameters } = error.details;
    const reason = { reason: error.message, ...(Array.isArray(parameters) ? {} : parameters) };
    throw new WebapiError("COULD_NOT_SAVE", failure, { parameters: reason, cause: error });
  }
}

/**
 * Throws 400 for a body with its lines inside `entity`. Magento would ignore the unknown key, find no lines, and create a
 * document for the whole order.
 */
export function checkNotWrapped({ entity, items }: Readonly<Record<string, unknown>>): void {
  if (items === undefined && typeof entity === "object" && entity !== null && "items" in entity) {
    throw unsupportedField("entity");
  }
}

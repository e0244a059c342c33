import { inputError, WebapiError } from "../../call/errors.js";

/**
 * Throws 400 with all messages in one text, below a heading, as Magento's validators of documents do; the values are filled in
 * already. Does nothing if there are none.
 */
export function throwAll(heading: string, messages: readonly string[]): void {
  if (messages.length > 0) throw inputError([heading, ...messages].join("\n"));
}

/**
 * Runs the part of a document's creation that Magento only reports in its log: throws 400 with the text `failure`, and with the
 * reason, if callers may know it, in the parameters. What is no error of the caller stays as it is.
 */
export async function orFailure<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WebapiError) || error.status >= 500) throw error;
    const { parameters } = error.details;
    const reason = { reason: error.message, ...(Array.isArray(parameters) ? {} : parameters) };
    throw new WebapiError("COULD_NOT_SAVE", failure, { parameters: reason, cause: error });
  }
}

import { type Parameters, WebapiError } from "../../../api/call/errors.js";
import type { Extension, ExtensionServices, Refusal, WriteChecks } from "../extension.types.js";
import { titleOf } from "../extension-error.js";
import { reportFailure, reportSuccess } from "../parts/report.js";
import { withTimeLimit } from "../parts/time-limit.js";

const defaultTimeout = 2000;

/** The checks of an extension. */
export interface OwnChecks {
  readonly extension: Extension;
  readonly checks: WriteChecks;
  readonly services: ExtensionServices;
}

/** Returns the extensions with a check of a kind. */
export const checksOf = <Kind extends Exclude<keyof WriteChecks, "timeout">>(
  all: readonly OwnChecks[],
  kind: Kind,
): readonly { readonly own: OwnChecks; readonly check: NonNullable<WriteChecks[Kind]> }[] =>
  all.flatMap((own) => {
    const check = own.checks[kind];
    return check ? [{ own, check }] : [];
  });

/** Runs a check of an extension. Throws its errors for callers, and 503 if it fails or takes too long: nothing is written then. */
export async function runCheck<Verdict>(
  { extension, checks }: OwnChecks,
  kind: string,
  check: () => Promise<Verdict> | Verdict,
): Promise<Verdict> {
  const part = `check of ${kind} of ${titleOf(extension)}`;
  try {
    const verdict = await withTimeLimit(checks.timeout ?? defaultTimeout, check);
    reportSuccess(part);
    return verdict;
  } catch (error) {
    if (error instanceof WebapiError) throw error;
    reportFailure(part, error);
    throw new WebapiError("SERVICE_UNAVAILABLE", "A check of the extension %extension failed. Try again later.", {
      parameters: { extension: extension.name },
      retryAfter: 5,
    });
  }
}

/** Returns the error for something that a check refused. */
export const refused = ({ refuse, parameters }: Refusal): WebapiError =>
  new WebapiError("BAD_REQUEST", refuse, parameters ? { parameters: parameters as Parameters } : {});

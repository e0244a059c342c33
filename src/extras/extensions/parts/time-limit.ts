/** The work took longer than its time limit. */
class TimeLimitError extends Error {
  override readonly name = "TimeLimitError";
}

/**
 * Runs the work of an extension with a time limit in milliseconds. Rejects at the limit and aborts the signal; what the
 * work still does is ignored.
 */
export async function withTimeLimit<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result> | Result,
): Promise<Result> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new TimeLimitError(`no answer within ${milliseconds} ms`);
      abort.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    // A function that throws at once rejects as well.
    return await Promise.race([Promise.resolve().then(() => work(abort.signal)), limit]);
  } finally {
    clearTimeout(timer);
  }
}

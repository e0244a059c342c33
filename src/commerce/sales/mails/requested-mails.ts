import type { Kernel } from "../../../api/call/kernel.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { countMailRequests, type MailRequest, requeueRequest, dequeueRequest } from "./mail-requests.rows.js";
import { SalesMails } from "./sales-mails.js";

/** Milliseconds between two checks of the queue. */
const pause = 10_000;
/** Maximum number of attempts to compose an email, as in Magento. */
const maxAttempts = 3;

type Dependencies = Pick<Kernel, "db" | "log" | "config">;

/** Composes the emails that were queued because the shop sends emails asynchronously. Several processes can run it at once. */
export const requestedMails = (parts: Dependencies): Recurring =>
  new Recurring(() => writeRequestedMails(parts), {
    pause,
    onError: (error) => parts.log.warn({ err: error }, "failed to check for requested emails, will retry"),
  });

/** Tries once to compose each queued email, in a transaction of its own. */
export async function writeRequestedMails({ db, log, config }: Dependencies): Promise<void> {
  const mails = new SalesMails({ config });
  const writeNext = () =>
    db.transaction(async (tx) => {
      const request = await dequeueRequest(tx);
      if (request) await sendRequestedMail(mails, { db: tx, log }, request);
      return request !== undefined;
    });
  for (let rest = await countMailRequests(db); rest > 0; rest -= 1) {
    if (!(await writeNext())) return;
  }
}

type MailContext = Parameters<SalesMails["send"]>[0];

async function sendRequestedMail(mails: SalesMails, { db, log }: MailContext, request: MailRequest): Promise<void> {
  try {
    await db.savepoint((tx) => mails.sendRequested({ db: tx, log }, request, request.comment ?? undefined));
  } catch (error) {
    const isLast = request.attempts + 1 >= maxAttempts;
    log.warn(
      { err: error, kind: request.kind, id: request.id, givenUp: isLast },
      "failed to compose a requested email",
    );
    if (!isLast) await requeueRequest(db, request);
  }
}

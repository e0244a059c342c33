import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** The settings of the reader, sent at its start. */
export interface ReaderTask {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The results of the reader. */
export interface ReaderReport {
  /** Answers by status; 0 for a closed connection. */
  readonly statuses: readonly (readonly [status: number, count: number])[];
  /** Milliseconds within which 95 % of the reads were answered. */
  readonly p95: number;
}

const path = "/rest/V1/store/storeViews";
const agent = new Agent({ keepAlive: true });

const read = ({ url, headers }: ReaderTask): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(`${url}${path}`, { agent, headers }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end();
  });

/**
 * Reads repeatedly until the parent asks for the report. It is a separate process, so that the work of sending the
 * requests of noisy clients does not count.
 */
process.once("message", (task: ReaderTask) => {
  let isOver = false;
  process.once("message", () => (isOver = true));
  void (async () => {
    const times: number[] = [];
    const statuses = new Map<number, number>();
    while (!isOver) {
      const started = performance.now();
      const status = await read(task);
      times.push(performance.now() - started);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(20);
    }
    times.sort((one, other) => one - other);
    const report: ReaderReport = { statuses: [...statuses], p95: times[Math.floor(times.length * 0.95)] ?? NaN };
    process.send?.(report, () => process.disconnect());
    agent.destroy();
  })();
});
process.send?.("ready");

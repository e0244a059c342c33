import type { Kernel } from "../../../api/call/kernel.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { titleOf } from "../extension-error.js";
import type { Extension, ExtensionContext, ExtensionServices, RecurringWork } from "../extension.types.js";
import { workContext } from "../services/contexts.js";
import { wakersOf } from "../services/services.js";
import { reportFailure, reportSuccess } from "./report.js";
import { withTimeLimit } from "./time-limit.js";
import { claimWork, releaseWork } from "./work.rows.js";

const defaultTimeout = 300_000;
/** Seconds for which work stays claimed after its time limit, so that the process that ran it is the one that releases it. */
const releaseSeconds = 10;

/** What the recurring work of an extension runs with. */
interface Process {
  readonly kernel: Kernel;
  readonly services: ExtensionServices;
  readonly extension: Extension;
}

/** Returns the recurring work of an extension. Any number of processes can run it. */
export const runWork = (kernel: Kernel, extension: Extension, services: ExtensionServices): OwnWork[] =>
  (extension.work ?? []).map((work) => {
    const own = new OwnWork(work, { kernel, services, extension });
    wakersOf(kernel).set(own.name, own.wake);
    return own;
  });

/** Recurring work of an extension in this process. */
class OwnWork {
  /** `<name of the extension>/<name of the work>`. */
  readonly name: string;
  private readonly part: string;
  private readonly recurring: Recurring;
  /** The runs whose work goes on. */
  private readonly turns = new Map<AbortController, Promise<void>[]>();
  private isWoken = false;
  private ctx: ExtensionContext | undefined;

  constructor(
    private readonly work: RecurringWork,
    private readonly process: Process,
  ) {
    const { extension } = process;
    this.name = `${extension.name}/${work.name}`;
    this.part = `work ${work.name} of ${titleOf(extension)}`;
    this.recurring = new Recurring(() => this.run(), { pause: work.interval, onError: this.fail });
  }

  start(): void {
    this.recurring.start();
  }

  /** Runs the work now. */
  readonly wake = (): void => {
    this.isWoken = true;
    this.recurring.wake();
  };

  /** Aborts the runs, and resolves when their work has ended. */
  async stop(): Promise<void> {
    const ended = this.recurring.stop();
    for (const turn of this.turns.keys()) turn.abort();
    await ended;
    await Promise.all([...this.turns.values()].flat());
  }

  private async run(): Promise<void> {
    const { kernel, extension } = this.process;
    const { name, interval, timeout = defaultTimeout, everyProcess } = this.work;
    const { isWoken } = this;
    this.isWoken = false;
    if (everyProcess) return this.runHere(timeout);
    const key = { extension: extension.name, name };
    if (!(await claimWork(kernel.db, key, { seconds: timeout / 1000 + releaseSeconds, isWoken }))) return;
    try {
      await this.runHere(timeout);
    } finally {
      await releaseWork(kernel.db, key, interval / 1000);
    }
  }

  private async runHere(timeout: number): Promise<void> {
    const ctx = (this.ctx ??= await workContext(this.process.kernel));
    const turn = new AbortController();
    const later: Promise<void>[] = [];
    this.turns.set(turn, later);
    const waitUntil = (work: Promise<unknown>) => void later.push(work.then(() => undefined, this.fail));
    try {
      await withTimeLimit(timeout, (limit) => {
        limit.addEventListener("abort", () => turn.abort(limit.reason));
        return this.work.run(ctx, this.process.services, { signal: turn.signal, waitUntil });
      });
      reportSuccess(this.part);
    } finally {
      void Promise.all(later).then(() => this.turns.delete(turn));
    }
  }

  private readonly fail = (error: unknown): void => reportFailure(this.part, error);
}

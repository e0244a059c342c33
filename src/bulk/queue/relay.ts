import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { Broker } from "./broker.js";
import { takeUnannounced, withdrawAnnouncements, withdrawLost } from "./operations.sql.js";
import { Recurring } from "../../process/recurring.js";

const chunk = 1000;
/** How often the relay looks by itself for what other processes left behind, in milliseconds. */
const interval = 2000;
/** Seconds after which an operation that was announced and is open counts as lost, once the broker has no message left. */
const lostAfter = 30;

/** Announces open operations to the broker: those just accepted, those due again, and those whose message was lost. */
export class Relay {
  private readonly recurring: Recurring;
  private stopping = false;
  private lastCheck = 0;

  constructor(
    private readonly db: Database,
    private readonly broker: Broker,
    private readonly log: Logger,
  ) {
    const onError = (error: unknown) => log.warn({ err: error }, "operations could not be announced; they will be");
    this.recurring = new Recurring(() => this.announceAll(), { pause: interval, onError });
  }

  start(): void {
    if (this.broker.kind === "embedded") return;
    this.broker.onConnect(this.announce);
    this.recurring.start();
  }

  /** There is something to announce. */
  announce = (): void => this.recurring.wake();

  async stop(): Promise<void> {
    this.stopping = true;
    await this.recurring.stop();
  }

  private async announceAll(): Promise<void> {
    if (!this.broker.isConnected()) return;
    let more = true;
    while (more && !this.stopping) more = await this.announceSome();
    if (!this.stopping) await this.findLost();
  }

  private async announceSome(): Promise<boolean> {
    const taken = await takeUnannounced(this.db, chunk);
    if (taken.length === 0) return false;
    try {
      await this.broker.publish(taken);
    } catch (error) {
      await withdrawAnnouncements(
        this.db,
        taken.map(({ seq }) => seq),
      );
      throw error;
    }
    return taken.length === chunk;
  }

  private async findLost(): Promise<void> {
    const now = performance.now();
    if (now - this.lastCheck < (lostAfter * 1000) / 2) return;
    this.lastCheck = now;
    if ((await this.broker.waiting()) > 0) return;
    const lost = await withdrawLost(this.db, lostAfter);
    if (lost > 0) {
      this.log.warn({ operations: lost }, "operations had no message left and are announced again");
      this.announce();
    }
  }
}

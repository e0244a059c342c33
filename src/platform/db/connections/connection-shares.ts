/** The purpose that a connection is used for. Every caller has its own share; all guests have one together. */
export type Purpose = "authentication" | "health" | `caller ${string}`;

/** Numbers of connections in use for a purpose, and of calls that wait for one. */
export interface PurposeUse {
  readonly purpose: Purpose;
  readonly used: number;
  readonly waiting: number;
}

export interface SharesOptions {
  /** Total number of connections. */
  readonly connections: number;
  /** Connections that one caller may use at the same time. */
  readonly perCaller: number;
  /** Maximum wait for a connection in milliseconds. */
  readonly wait: number;
}

/**
 * Thrown when all connections, or all of a caller's share, are in use for too long. It has PostgreSQL's code for too many
 * connections.
 */
export class ConnectionsBusyError extends Error {
  override readonly name = "ConnectionsBusyError";
  readonly code = "53300";

  constructor(milliseconds: number) {
    super(`No database connection became available within ${milliseconds / 1000} seconds.`);
  }
}

/** Called when a connection is available for a waiting call. */
type Start = () => void;

/**
 * Purposes with a reserved connection, if there are enough. Without it, callers could not be identified and health could
 * not be checked.
 */
const reserved: readonly Purpose[] = ["authentication", "health"];

/**
 * Divides connections fairly: no caller has more than a share, callers who wait take turns, and one connection each stays
 * free for authentication and for health checks.
 */
export class ConnectionShares {
  private readonly used = new Map<Purpose, number>();
  private readonly waiting = new Map<Purpose, Set<Start>>();
  private readonly hasReserve: boolean;
  private free: number;

  constructor(private readonly options: SharesOptions) {
    this.free = options.connections;
    this.hasReserve = options.connections > reserved.length;
  }

  /** Resolves when the purpose may use a connection; undefined: at once. Rejects with `ConnectionsBusyError`. */
  acquireShare(purpose: Purpose): Promise<void> | undefined {
    if (this.isFree(purpose)) {
      this.start(purpose);
      return undefined;
    }
    return this.wait(purpose);
  }

  private isFree(purpose: Purpose): boolean {
    return !this.waiting.has(purpose) && this.mayStart(purpose);
  }

  /** Number of calls that wait for a connection. */
  get waitingCount(): number {
    return [...this.waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Maximum connections that one caller may use at the same time. */
  get perCaller(): number {
    return this.options.perCaller;
  }

  /** Current use of connections by purpose, including waiting calls. */
  get uses(): PurposeUse[] {
    const purposes = new Set([...this.used.keys(), ...this.waiting.keys()]);
    return [...purposes].map((purpose) => ({
      purpose,
      used: this.usedBy(purpose),
      waiting: this.waiting.get(purpose)?.size ?? 0,
    }));
  }

  releaseShare(purpose: Purpose): void {
    const left = this.usedBy(purpose) - 1;
    if (left === 0) this.used.delete(purpose);
    else this.used.set(purpose, left);
    this.free += 1;
    this.startWaiting();
  }

  private wait(purpose: Purpose): Promise<void> {
    return new Promise((resolve, reject) => {
      const timeOut = () => {
        this.leave(purpose, start);
        reject(new ConnectionsBusyError(this.options.wait));
      };
      const timer = setTimeout(timeOut, this.options.wait);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      this.waiting.set(purpose, (this.waiting.get(purpose) ?? new Set<Start>()).add(start));
    });
  }

  private leave(purpose: Purpose, start: Start): void {
    const others = this.waiting.get(purpose);
    others?.delete(start);
    if (others?.size === 0) this.waiting.delete(purpose);
  }

  /** Starts waiting calls that may start: reserved purposes first, then one call of each purpose in turn. */
  private startWaiting(): void {
    for (const purpose of reserved) this.startNext(purpose);
    for (const purpose of [...this.waiting.keys()]) {
      if (this.free === 0) return;
      this.startNext(purpose);
    }
  }

  private startNext(purpose: Purpose): void {
    const starts = this.waiting.get(purpose);
    const [first] = starts ?? [];
    if (!starts || !first || !this.mayStart(purpose)) return;
    this.start(purpose);
    starts.delete(first);
    // Moved to the end, so that this purpose is the last one when the next connection becomes free.
    this.waiting.delete(purpose);
    if (starts.size > 0) this.waiting.set(purpose, starts);
    first();
  }

  private start(purpose: Purpose): void {
    this.used.set(purpose, this.usedBy(purpose) + 1);
    this.free -= 1;
  }

  private mayStart(purpose: Purpose): boolean {
    const used = this.usedBy(purpose);
    if (used === 0 && reserved.includes(purpose)) return this.free > 0;
    return this.free > this.reservedForOthers(purpose) && used < this.options.perCaller;
  }

  /** Connections that must stay free for others. */
  private reservedForOthers(purpose: Purpose): number {
    if (!this.hasReserve) return 0;
    return reserved.filter((other) => other !== purpose && this.usedBy(other) === 0).length;
  }

  private usedBy(purpose: Purpose): number {
    return this.used.get(purpose) ?? 0;
  }
}

/** Limits for waiting. An entry that exceeds one is rejected with the error. */
export interface WaitLimit {
  /** Maximum number of waiting entries; unlimited by default. */
  readonly count?: number;
  /** Maximum milliseconds that an entry waits; unlimited by default. */
  readonly milliseconds?: number;
  readonly error: () => Error;
}

export interface FairQueueOptions<Key extends string> {
  /** Number of entries that may be inside at the same time. */
  readonly places: number;
  /** Places that one key may use at the same time; all by default. */
  readonly perKey?: number;
  /** Keys that are served first and have one place each that no other key uses, if there are enough places. */
  readonly reserved?: readonly Key[];
  readonly limit?: WaitLimit;
}

/** Numbers of entries of a key that are inside, and that wait. */
export interface KeyUse<Key extends string> {
  readonly key: Key;
  readonly used: number;
  readonly waiting: number;
}

/** Called when a waiting entry gets its place. */
type Start = () => void;

/**
 * Divides places fairly among keys, such as callers: no key has more than its share, waiting keys take turns, and the
 * entries of one key are served in order of arrival. With a single key, it limits how much work runs at the same time.
 */
export class FairQueue<Key extends string = string> {
  /** Places that one key may use at the same time. */
  readonly perKey: number;
  private readonly reserved: readonly Key[];
  private readonly hasReserve: boolean;
  private readonly used = new Map<Key, number>();
  private readonly waiting = new Map<Key, Set<Start>>();
  private readonly limit: WaitLimit | undefined;
  private free: number;

  constructor({ places, perKey = places, reserved = [], limit }: FairQueueOptions<Key>) {
    this.perKey = perKey;
    this.reserved = reserved;
    this.hasReserve = places > reserved.length;
    this.free = places;
    this.limit = limit;
  }

  /** Number of waiting entries. */
  get waitingCount(): number {
    return [...this.waiting.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** The keys that are inside or wait. */
  get uses(): KeyUse<Key>[] {
    const keys = new Set([...this.used.keys(), ...this.waiting.keys()]);
    return [...keys].map((key) => ({ key, used: this.usedBy(key), waiting: this.waiting.get(key)?.size ?? 0 }));
  }

  /** Runs the work in its turn. Rejects with the error of the limit if the work may not wait. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const turn = this.enter(key);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /**
   * Resolves when the key has a place, which `leave` returns; undefined: at once. Rejects with the error of the limit, or
   * with the reason of the signal if it is aborted while the entry waits.
   */
  enter(key: Key, signal?: AbortSignal): Promise<void> | undefined {
    if (this.waiting.has(key) || !this.mayStart(key)) return this.wait(key, signal);
    this.start(key);
    return undefined;
  }

  leave(key: Key): void {
    const left = this.usedBy(key) - 1;
    if (left === 0) this.used.delete(key);
    else this.used.set(key, left);
    this.free += 1;
    for (const first of this.reserved) this.startNext(first);
    for (const next of [...this.waiting.keys()]) {
      if (this.free === 0) return;
      this.startNext(next);
    }
  }

  private wait(key: Key, signal: AbortSignal | undefined): Promise<void> {
    const { count = Infinity, milliseconds, error } = this.limit ?? {};
    if (error && this.waitingCount >= count) return Promise.reject(error());
    return new Promise((resolve, reject) => {
      const giveUp = (reason: Error) => {
        stop();
        this.remove(key, start);
        reject(reason);
      };
      const abort = () => giveUp(signal?.reason as Error);
      const timer = error && milliseconds ? setTimeout(() => giveUp(error()), milliseconds) : undefined;
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const start = () => {
        stop();
        resolve();
      };
      signal?.addEventListener("abort", abort);
      this.waiting.set(key, (this.waiting.get(key) ?? new Set<Start>()).add(start));
    });
  }

  private remove(key: Key, start: Start): void {
    const starts = this.waiting.get(key);
    starts?.delete(start);
    if (starts?.size === 0) this.waiting.delete(key);
  }

  private startNext(key: Key): void {
    const starts = this.waiting.get(key);
    const [first] = starts ?? [];
    if (!starts || !first || !this.mayStart(key)) return;
    this.start(key);
    starts.delete(first);
    // Moved to the end, so that this key is the last one when the next place becomes free.
    this.waiting.delete(key);
    if (starts.size > 0) this.waiting.set(key, starts);
    first();
  }

  private start(key: Key): void {
    this.used.set(key, this.usedBy(key) + 1);
    this.free -= 1;
  }

  private mayStart(key: Key): boolean {
    const used = this.usedBy(key);
    if (used === 0 && this.reserved.includes(key)) return this.free > 0;
    return this.free > this.reservedForOthers(key) && used < this.perKey;
  }

  /** Places that must stay free for other keys. */
  private reservedForOthers(key: Key): number {
    if (!this.hasReserve) return 0;
    return this.reserved.filter((other) => other !== key && this.usedBy(other) === 0).length;
  }

  private usedBy(key: Key): number {
    return this.used.get(key) ?? 0;
  }
}

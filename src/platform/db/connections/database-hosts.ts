import pg from "pg";
import { urlsOfHosts } from "../../outbound/urls-of-hosts.js";

/** Limits and listeners of the search for the host that accepts writes. */
export interface SearchOptions {
  /** Maximum milliseconds to wait for a host. */
  readonly timeout: number;
  /** Called if several hosts with different data accept writes. */
  readonly onSplit?: OnSplit | undefined;
}

/** Called with the hosts that accept writes with different data, and the one that is used. */
export type OnSplit = (split: { readonly hosts: readonly HostState[]; readonly using: string }) => void;

/** A host with its timeline, whose number grows when a standby is promoted. */
interface HostState {
  readonly host: string;
  readonly timeline: number;
}

/** Milliseconds to wait for other hosts after one that accepts writes has answered. */
const grace = 500;

/**
 * The hosts of a URL, of which one at a time accepts writes: `postgresql://one:5432,two/shop?target_session_attrs=read-write`,
 * as in libpq. The host is looked for when a connection was lost, so it can change while the process runs.
 */
export class DatabaseHosts {
  /** Whether a new connection must show that its host accepts writes. */
  readonly mustWrite: boolean;
  private readonly urls: readonly [string, ...string[]];
  private last: string;
  private isKnown: boolean;
  private searching: Promise<string> | undefined;

  constructor(
    url: string,
    private readonly options: SearchOptions,
  ) {
    this.urls = urlsOfDatabaseHosts(url);
    this.mustWrite = this.urls.length > 1 || url.includes("target_session_attrs=");
    this.last = this.urls[0];
    this.isKnown = this.urls.length === 1;
  }

  /** The URL of the host that was last found. */
  get current(): string {
    return this.last;
  }

  /** Returns the URL of the host that accepts writes. Rejects with `NoPrimaryError`. */
  find(): Promise<string> {
    if (this.isKnown) return Promise.resolve(this.last);
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    return this.searching;
  }

  /**
   * Looks for the host again before the next connection, because one to this URL failed. Returns false if there is no other
   * host.
   */
  leave(url: string | undefined): boolean {
    if (this.urls.length === 1) return false;
    if (url === this.last) this.isKnown = false;
    return true;
  }

  private async search(): Promise<string> {
    const answers = await firstAnswers(this.urls.map((url) => ask(url, this.options.timeout)));
    const writable = answers.filter(({ failure }) => failure === undefined);
    const [first, ...others] = writable;
    if (!first) throw new NoPrimaryError(answers);
    this.last = others.length === 0 ? first.url : await this.choose(writable);
    this.isKnown = true;
    return this.last;
  }

  /**
   * Chooses among several hosts that accept writes: the one with the latest timeline, which a standby begins when it is
   * promoted. The old primary has an earlier one, and has lost what was written since.
   */
  private async choose(writable: readonly HostAnswer[]): Promise<string> {
    const states = await Promise.all(writable.map(({ url }) => readState(url, this.options.timeout)));
    const [latest = { url: "", state: "", timeline: 0 }] = [...states].sort((a, b) => b.timeline - a.timeline);
    if (states.some(({ state }) => state !== latest.state)) {
      const hosts = states.map(({ url, timeline }) => ({ host: hostOf(url), timeline }));
      this.options.onSplit?.({ hosts, using: hostOf(latest.url) });
    }
    return latest.url;
  }
}

/** Returns the URL of the host that accepts writes now, for a single connection. Rejects with `NoPrimaryError`. */
export const findPrimary = (url: string, timeout: number): Promise<string> =>
  new DatabaseHosts(url, { timeout }).find();

/** Thrown when no host accepts writes. It has PostgreSQL's code for a connection that could not be established. */
class NoPrimaryError extends Error {
  override readonly name = "NoPrimaryError";
  readonly code = "08001";

  constructor(answers: readonly HostAnswer[]) {
    const reasons = answers.map(({ url, failure }) => `${hostOf(url)}: ${String(failure)}`).join("; ");
    super(`No host accepts writes (${reasons}).`);
  }
}

interface HostAnswer {
  readonly url: string;
  /** Why the host cannot be used; undefined if it accepts writes. */
  readonly failure: string | undefined;
}

/** Returns a URL for each host of a URL, without the attribute that only `libpq` knows. */
export const urlsOfDatabaseHosts = (url: string): [string, ...string[]] =>
  urlsOfHosts(url.replace(/([?&])target_session_attrs=[^&#]*&?/, "$1").replace(/[?&]$/, ""));

const hostOf = (url: string) => new URL(url).host;

/** Whether the session accepts writes: neither its server nor its user is read-only. */
export async function acceptsWrites(client: pg.ClientBase, timeout: number): Promise<boolean> {
  const statement: pg.QueryConfig & { query_timeout: number } = {
    text: "show transaction_read_only",
    query_timeout: timeout,
  };
  const { rows } = await client.query<{ transaction_read_only: string }>(statement);
  return rows[0]?.transaction_read_only === "off";
}

/** Asks a host whether it accepts writes. Never rejects. */
async function ask(url: string, timeout: number): Promise<HostAnswer> {
  try {
    const writable = await withClient(url, timeout, (client) => acceptsWrites(client, timeout));
    return { url, failure: writable ? undefined : "read-only" };
  } catch (error) {
    return { url, failure: reasonOf(error) };
  }
}

/** Reads the timeline of a primary, and what distinguishes its data from that of others. */
async function readState(url: string, timeout: number) {
  const text = `select system_identifier::text as system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
     from pg_control_system()`;
  try {
    const { rows } = await withClient(url, timeout, (client) =>
      client.query<{ system: string; timeline: number }>(text),
    );
    const { system = "", timeline = 0 } = rows[0] ?? {};
    return { url, timeline, state: `${system} ${timeline}` };
  } catch {
    // A managed server may not tell.
    return { url, timeline: 0, state: "" };
  }
}

/** Returns the answers in order; those of slow hosts are left out if another host accepts writes. */
async function firstAnswers(asked: readonly Promise<HostAnswer>[]): Promise<HostAnswer[]> {
  const answers: (HostAnswer | undefined)[] = asked.map(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    void Promise.all(asked).then(() => resolve());
    for (const [at, answer] of asked.entries()) {
      void answer.then((given) => {
        answers[at] = given;
        if (given.failure === undefined) timer ??= setTimeout(resolve, grace);
      });
    }
  });
  clearTimeout(timer);
  return answers.filter((answer) => answer !== undefined);
}

async function withClient<Result>(
  url: string,
  timeout: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the reason of an error. If a host has several addresses and none answers, the error has no message. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);

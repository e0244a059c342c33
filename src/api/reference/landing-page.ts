import type { Edition } from "../contract/rest.js";
import type { Health } from "../metrics/health.js";
import { pageTemplate } from "./static-pages.js";

export interface LandingValues {
  /** Address at which the reader reached the service, without a trailing slash. */
  readonly base: string;
  readonly edition: Edition;
  readonly health: Health;
  readonly adminUser: string;
  readonly routes: number;
  readonly hasExplorer: boolean;
  readonly hasConsole: boolean;
  readonly hasDocs: boolean;
}

const fillIn = pageTemplate("landing.html");

/** Returns the landing page: the addresses, the state of the service, and four requests to paste into a shell. */
export function landingPage({ base, edition, health, adminUser, routes, ...has }: LandingValues): string {
  const { database, broker } = health.checks;
  return fillIn({
    base,
    path: pathOf(base),
    edition: edition === "commerce" ? "Commerce" : "Open Source",
    routes,
    databaseStatus: database.status,
    database: stateOf(database),
    queueStatus: broker.status,
    queue: stateOf(broker),
    explorer: has.hasExplorer,
    console: has.hasConsole,
    docs: has.hasDocs,
    // JSON between single quotes of a shell.
    user: JSON.stringify(adminUser).replaceAll("'", `'\\''`),
  });
}

/** Returns the path of an address. A page loads its files relative to its own address. */
export const pathOf = (base: string) => base.replace(/^\w+:\/\/[^/]*/, "");

const stateOf = ({ status, kind }: Health["checks"]["database"]) =>
  `${kind}, ${status === "pass" ? "working" : "not responding"}`;

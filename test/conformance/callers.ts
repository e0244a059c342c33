import { resourceIds } from "../../src/api/auth/acl.js";
import { numberEvents } from "../../src/commerce/events/feed.sql.js";
import { everything, UserType } from "../../src/api/auth/actor.js";
import { createAdmin, createRole } from "../../src/api/auth/admins/admins.js";
import { createIntegration } from "../../src/api/auth/integrations/integration-rules.js";
import { tokenHash, type TokenOwner } from "../../src/api/auth/tokens/tokens.js";
import { issueToken, revokeTokens } from "../../src/api/auth/tokens/tokens.sql.js";
import type { Route } from "../../src/api/contract/routes/operations.js";
import { startApp, type TestApp } from "../support/app.js";
import { declaredRoutes } from "./document.js";

/** A caller, and whether it is meant to have a permission. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
  readonly mayPass: (permission: readonly string[]) => boolean;
}

/** An answer over one transport. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly message?: string;
    readonly parameters?: unknown;
    readonly errors?: readonly { readonly message: string }[];
  } | null;
}

/** An application with all types of callers. */
export interface Stage {
  readonly app: TestApp;
  readonly callers: readonly Caller[];
  /** The administrator with every resource. */
  readonly owner: TokenOwner;
  readonly clerkRole: number;
  readonly holder: number;
  readonly partner: number;
}

const isForAll = (permission: readonly string[]) => permission.includes("anonymous");
const isForCustomers = (permission: readonly string[]) => isForAll(permission) || permission.includes("self");
const isForStaff = (permission: readonly string[]) => !permission.includes("self");

/** Starts an application with one caller of every type. */
export async function setStage(): Promise<Stage> {
  const app = await startApp({ PORTICO_EDITION: "commerce", PORTICO_GUEST_BULK: "on" });
  const { db } = app;
  const clerkRole = await createRole(db, "Clerk", [everything]);
  const [owner, clerk, former] = [
    await admin(app, "owner"),
    await admin(app, "clerk", "Clerk"),
    await admin(app, "former"),
  ];
  const [expired, revoked] = [await issueToken(db, former, 1), await issueToken(db, former, 1)];
  await db.execute("update access_token set expires_at = now() - interval '1 hour' where token_hash = $1::bytea", [
    `\\x${tokenHash(expired)}`,
  ]);
  await revokeTokens(db, former, revoked);
  const [holder, partner] = [await integration(app, "Holder"), await integration(app, "Partner")];
  const callers: Caller[] = [
    { name: "an administrator with every resource", token: await issueToken(db, owner, 1), mayPass: isForStaff },
    { name: "an administrator with every other resource", token: await issueToken(db, clerk, 1), mayPass: isForAll },
    { name: "an integration with the resource alone", token: holder.token, mayPass: isForStaff },
    { name: "an integration with every other resource", token: partner.token, mayPass: isForAll },
    { name: "a customer", token: await customer(app, "one@example.com"), mayPass: isForCustomers },
    { name: "another customer", token: await customer(app, "two@example.com"), mayPass: isForCustomers },
    { name: "a guest", token: undefined, mayPass: isForAll },
    { name: "somebody with an expired token", token: expired, mayPass: isForAll },
    { name: "somebody with a revoked token", token: revoked, mayPass: isForAll },
  ];
  // The first read of the feed numbers earlier events, so that the reads below write nothing.
  await numberEvents(app.db);
  return { app, callers, owner, clerkRole, holder: holder.id, partner: partner.id };
}

async function admin({ db }: TestApp, username: string, role?: string) {
  const email = `${username}@example.com`;
  const id = await createAdmin(db, { username, email, firstname: "A", lastname: "B", password: "correct-1", role });
  return { type: UserType.administrator, id };
}

async function customer(app: TestApp, email: string): Promise<string | undefined> {
  const body = { customer: { email, firstname: "C", lastname: "D" }, password: "Correct-horse-1" };
  await app.asGuest().post("/V1/customers", body);
  return (await app.asCustomer(email)).token;
}

async function integration({ db, config }: TestApp, name: string) {
  const wanted = { name, callback_url: null, identity_link_url: null, resources: [everything] };
  const { integration_id: id, access_token: token } = await createIntegration(db, wanted, { config });
  if (token === null) throw new Error(`${name} has no token`);
  return { id, token };
}

/** Grants all other resources to callers that lack the permission, and only these to the integration that has it. */
async function grant(stage: Stage, permission: readonly string[], lacking: readonly string[]): Promise<void> {
  const others = [...resourceIds].filter((id) => id !== everything && !lacking.includes(id));
  const needed = permission.filter((id) => resourceIds.has(id));
  const { db } = stage.app;
  await db.execute("update admin_role set resources = $2::text[] where id = $1::int", [stage.clerkRole, others]);
  await db.execute("update integration set resources = $2::text[] where id = $1::int", [stage.partner, others]);
  await db.execute("update integration set resources = $2::text[] where id = $1::int", [stage.holder, needed]);
}

/**
 * Runs once for each resource that a caller can lack, and once if there is none. Other routes of an operation may admit with
 * other resources; callers lack these too.
 */
export async function forEachMissingResource(
  stage: Stage,
  [permission = [], ...others]: readonly (readonly string[])[],
  work: () => Promise<string[]>,
) {
  const faults: string[] = [];
  const resources = permission.filter((id) => resourceIds.has(id));
  for (const lacking of resources.length > 0 ? resources : [undefined]) {
    await grant(stage, permission, [...(lacking === undefined ? [] : [lacking]), ...others.flat()]);
    const from = stage.app.statements.length;
    faults.push(...(await work()), ...stage.app.statements.slice(from).filter(isWrite));
  }
  await grant(stage, [], []);
  return faults;
}

// Matches anywhere in the statement, because a `with` can write too; `for update` only locks.
const isWrite = (text: string) => /\b(insert\s+into|update\s+"?\w+"?\s+(as\s+)?\w*\s*set|delete\s+from)\b/i.test(text);

/** Returns one line for every table: its rows, and a hash of their content. */
export async function fingerprint({ db }: TestApp): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `select quote_ident(c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' order by 1`,
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as line from ${name} t`,
  );
  return (await db.query<{ line: string }>(each.join(" union all "))).map(({ line }) => line);
}

const authorization = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { Authorization: `Bearer ${token}` };

/** Uses `fetch`, because these sweeps do not test a single route. */
export async function send(
  address: string,
  init: { method: string; body?: string },
  token: string | undefined,
): Promise<Answer> {
  const headers = { "Content-Type": "application/json", Accept: "application/json", ...authorization(token) };
  const response = await fetch(address, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

const messageTemplate = "The consumer isn't authorized to access %resources.";

/** The documented answer to a caller without the permission. */
export const unauthorizedAnswer = (permission: readonly string[]): Answer => ({
  status: 401,
  body: { message: messageTemplate, parameters: { resources: permission.join(", ") } },
});

/** The same message as rendered by GraphQL, which also names the setting that would admit the caller. */
export const unauthorizedMessage = ({ permission, publicRead }: Route) =>
  `${messageTemplate.replace("%resources", permission.join(", "))}${
    publicRead ? " The setting PORTICO_ANONYMOUS_CATALOG admits every caller." : ""
  }`;

/** Routes that admit callers by permission only. Routes that also check arguments have separate tests. */
export const byPermission: readonly Route[] = declaredRoutes.filter(({ admit }) => !admit);

import { resourceIds } from "../../src/auth/acl.js";
import { everything, UserType } from "../../src/auth/actor.js";
import { createAdmin, createRole } from "../../src/auth/admins.js";
import { createIntegration } from "../../src/auth/integrations/integration-rules.js";
import { tokenHash, type TokenOwner } from "../../src/auth/tokens.js";
import { issueToken, revokeTokens } from "../../src/auth/tokens.sql.js";
import type { Route } from "../../src/contract/operations.js";
import { startApp, type TestApp } from "../support/app.js";
import { declaredRoutes } from "./document.js";

/** A caller, and whether a permission is meant to let it in. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
  readonly mayPass: (permission: readonly string[]) => boolean;
}

/** What came back through a door. */
export interface Answer {
  readonly status: number;
  readonly body: {
    readonly message?: string;
    readonly parameters?: unknown;
    readonly errors?: readonly { readonly message: string }[];
  } | null;
}

/** An application, and everybody who may call it. */
export interface Stage {
  readonly app: TestApp;
  readonly callers: readonly Caller[];
  /** The administrator with every resource. */
  readonly owner: TokenOwner;
  readonly clerkRole: number;
  readonly holder: number;
  readonly partner: number;
}

const isOpen = (permission: readonly string[]) => permission.includes("anonymous");
const isOwn = (permission: readonly string[]) => isOpen(permission) || permission.includes("self");
const isStaffs = (permission: readonly string[]) => !permission.includes("self");

/** Starts an application with a caller of every kind. */
export async function setStage(): Promise<Stage> {
  const app = await startApp({ PORTICO_EDITION: "commerce" });
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
    { name: "an administrator with every resource", token: await issueToken(db, owner, 1), mayPass: isStaffs },
    { name: "an administrator with every other resource", token: await issueToken(db, clerk, 1), mayPass: isOpen },
    { name: "an integration with the resource alone", token: holder.token, mayPass: isStaffs },
    { name: "an integration with every other resource", token: partner.token, mayPass: isOpen },
    { name: "a customer", token: await customer(app, "one@example.com"), mayPass: isOwn },
    { name: "another customer", token: await customer(app, "two@example.com"), mayPass: isOwn },
    { name: "a guest", token: undefined, mayPass: isOpen },
    { name: "somebody with an expired token", token: expired, mayPass: isOpen },
    { name: "somebody with a revoked token", token: revoked, mayPass: isOpen },
  ];
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

/** Gives those who are to lack a resource every other, and the one integration that is to hold these nothing else. */
async function grant(stage: Stage, permission: readonly string[], lacking: string | undefined): Promise<void> {
  const others = [...resourceIds].filter((id) => id !== everything && id !== lacking);
  const needed = permission.filter((id) => resourceIds.has(id));
  const { db } = stage.app;
  await db.execute("update admin_role set resources = $2::text[] where id = $1::int", [stage.clerkRole, others]);
  await db.execute("update integration set resources = $2::text[] where id = $1::int", [stage.partner, others]);
  await db.execute("update integration set resources = $2::text[] where id = $1::int", [stage.holder, needed]);
}

/** Runs for each resource that somebody may lack; once where there is none. */
export async function eachLack(stage: Stage, permission: readonly string[], work: () => Promise<string[]>) {
  const faults: string[] = [];
  const resources = permission.filter((id) => resourceIds.has(id));
  for (const lacking of resources.length > 0 ? resources : [undefined]) {
    await grant(stage, permission, lacking);
    const from = stage.app.statements.length;
    faults.push(...(await work()), ...stage.app.statements.slice(from).filter(isWrite));
  }
  await grant(stage, [], undefined);
  return faults;
}

// Within the statement, since a `with` may write too; not `for update`, which locks.
const isWrite = (text: string) => /\b(insert\s+into|update\s+"?\w+"?\s+(as\s+)?\w*\s*set|delete\s+from)\b/i.test(text);

/** One line for every table: its rows, and what is in them. */
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

/** Through `fetch`, since these sweeps are no test of any single route. */
export async function send(
  address: string,
  init: { method: string; body?: string },
  token: string | undefined,
): Promise<Answer> {
  const headers = { "Content-Type": "application/json", ...authorization(token) };
  const response = await fetch(address, { ...init, headers });
  return { status: response.status, body: (await response.json()) as Answer["body"] };
}

const sentence = "The consumer isn't authorized to access %resources.";

/** The documented answer to who lacks the permission. */
export const refusal = (permission: readonly string[]): Answer => ({
  status: 401,
  body: { message: sentence, parameters: { resources: permission.join(", ") } },
});

/** The same for people, as GraphQL says it. */
export const rendered = (permission: readonly string[]) => sentence.replace("%resources", permission.join(", "));

/** Routes that are decided by their permission alone; what decides by its arguments is tested where it is. */
export const byPermission: readonly Route[] = declaredRoutes.filter(({ admit }) => !admit);

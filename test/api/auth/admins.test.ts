import { describe, expect, it } from "vitest";
import { resourceIds, root, titleOf } from "../../../src/api/auth/acl.js";
import { createAdmin, createRole, type NewAdmin } from "../../../src/api/auth/admins/admins.js";
import { isEmailAddress } from "../../../src/api/auth/email-address.js";
import { hashPassword, verifyPassword } from "../../../src/api/auth/sign-in/password.js";
import type { WebapiError } from "../../../src/api/call/errors.js";
import { useApp } from "../../support/app.js";
import { useFullCost } from "../../support/quick-argon2.js";

const { app } = useApp();

const admin = (changes: Partial<NewAdmin>): NewAdmin => ({
  username: "jane",
  password: "password1",
  email: "jane@example.com",
  firstname: "Jane",
  lastname: "Roe",
  ...changes,
});

const bodyOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: WebapiError) => error.toBody(),
  );

describe("an administrator", () => {
  it.each([
    [{ username: " " }, { message: '"User Name" is required. Enter and try again.' }],
    [{ firstname: "" }, { message: '"First Name" is required. Enter and try again.' }],
    [{ lastname: "" }, { message: '"Last Name" is required. Enter and try again.' }],
    [{ email: "jane" }, { message: "Please enter a valid email." }],
    [{ password: "" }, { message: "Password is required field." }],
    [{ password: "pass1" }, { message: "Your password must be at least %1 characters.", parameters: [7] }],
    [{ password: "password" }, { message: "Your password must include both numeric and alphabetic characters." }],
    [{ password: "12345678" }, { message: "Your password must include both numeric and alphabetic characters." }],
  ])("is rejected with %j", async (changes, body) => {
    expect(await bodyOf(createAdmin(app.db, admin(changes)))).toEqual(body);
  });

  it("is rejected with every rule that it breaks", async () => {
    const body = await bodyOf(createAdmin(app.db, admin({ firstname: "", password: "1" })));
    expect(body?.errors?.map((reason) => reason.message)).toEqual([
      '"First Name" is required. Enter and try again.',
      "Your password must be at least %1 characters.",
      "Your password must include both numeric and alphabetic characters.",
    ]);
  });

  it("needs a user name and an email address that are unique, ignoring case", async () => {
    await createAdmin(app.db, admin({ username: "first", email: "first@example.com" }));
    const taken = { message: "A user with the same user name or email already exists." };
    expect(await bodyOf(createAdmin(app.db, admin({ username: "FIRST" })))).toEqual(taken);
    expect(await bodyOf(createAdmin(app.db, admin({ email: "First@Example.com" })))).toEqual(taken);
  });

  it("may do everything without a role, and only what the role grants otherwise", async () => {
    const all = await createAdmin(app.db, admin({ username: "boss", email: "boss@example.com" }));
    const role = await createRole(app.db, "Pricing", ["Magento_Catalog::catalog", "Magento_Catalog::catalog"]);
    const some = await createAdmin(app.db, admin({ username: "clerk", email: "clerk@example.com", role: "Pricing" }));
    const rows = await app.db.query<{ id: number; role_id: number; resources: string[] }>(
      `select u.id, role_id, resources from admin_user u join admin_role r on r.id = role_id where u.id = any($1::int[]) order by u.id`,
      [[all, some]],
    );
    expect(rows).toEqual([
      { id: all, role_id: 1, resources: ["Magento_Backend::all"] },
      { id: some, role_id: role, resources: ["Magento_Catalog::catalog"] },
    ]);
    expect(await bodyOf(createAdmin(app.db, admin({ role: "pricing?" })))).toEqual({
      message: 'The role "%1" does not exist.',
      parameters: ["pricing?"],
    });
  });
});

describe("a role", () => {
  it("can be granted only resources of the permission tree", async () => {
    expect(await bodyOf(createRole(app.db, "Odd", ["Magento_Catalog::catalog", "Magento_Catalog::nothing"]))).toEqual({
      message: 'The resource "%1" does not exist in the permission tree.',
      parameters: ["Magento_Catalog::nothing"],
    });
    expect(await app.db.query(`select 1 from admin_role where name = 'Odd'`)).toEqual([]);
  });

  it("needs a unique name", async () => {
    await createRole(app.db, "Reader", []);
    expect(await bodyOf(createRole(app.db, "Reader", []))).toEqual({
      message: 'A role with the name "%1" already exists.',
      parameters: ["Reader"],
    });
    expect(await bodyOf(createRole(app.db, " ", []))).toMatchObject({ parameters: { fieldName: "name" } });
  });
});

describe("the permission tree", () => {
  it("contains every resource that a route needs", async () => {
    const { buildSurface } = await import("../../../src/schema.js");
    const needed = new Set(buildSurface().operations.flatMap((op) => op.routes.flatMap((route) => route.permission)));
    for (const resource of needed) {
      if (resource !== "anonymous" && resource !== "self") expect(resourceIds).toContain(resource);
    }
  });

  it("has a title for each resource and for the root", () => {
    expect(root.id).toBe("Magento_Backend::admin");
    expect(titleOf("Magento_Backend::all")).toBe("All resources");
    expect(titleOf("Magento_Nothing::here")).toBeUndefined();
    for (const id of resourceIds) expect(titleOf(id)).toMatch(/\S/);
  });
});

describe("a password", () => {
  useFullCost();

  it("is stored as a salted Argon2id hash of at least 19 MiB", async () => {
    const [first, second] = [await hashPassword("correct horse"), await hashPassword("correct horse")];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(first, "correct horse")).toBe(true);
    expect(await verifyPassword(first, "correct horse ")).toBe(false);
  });

  it("is rejected for an unknown account, even if it matches the dummy hash", async () => {
    expect(await verifyPassword(null, "no account")).toBe(false);
    expect(await verifyPassword(undefined, "")).toBe(false);
  });
});

describe("an email address", () => {
  it.each(["a@example.com", "first.last+tag@sub.example.co", "O'Brien@example.com", "jürgen@müller.de", "a@1.example"])(
    "can be %j",
    (text) => {
      expect(isEmailAddress(text)).toBe(true);
    },
  );

  it.each([
    "",
    "a",
    "@example.com",
    "a@",
    "a@localhost",
    "a@b@example.com",
    "a b@example.com",
    "a@exa mple.com",
    ".a@example.com",
    "a..b@example.com",
    "a@-example.com",
    "a@example..com",
    "a@example.1",
    "Jo <a@example.com>",
    "a@example.com\n",
    `${"a".repeat(65)}@example.com`,
    `a@${"b.".repeat(130)}com`,
  ])("cannot be %j", (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});

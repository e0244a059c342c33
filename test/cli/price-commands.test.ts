import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerOf, type DataFolder, dataFolder, openFolder, portico, serveHere, signIn } from "./portico.js";

const columns = "kind,sku,store_id,website_id,customer_group,quantity,price,price_type,price_from,price_to";

let folder: DataFolder;
const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await openFolder();
  await portico(folder, ["sampledata:deploy", "--products", "20"]);
  const created = await portico(folder, [
    ...["admin:user:create", "--admin-user", "prices", "--admin-password", "correct-horse-1"],
    ...["--admin-email", "prices@example.com", "--admin-firstname", "P", "--admin-lastname", "R"],
  ]);
  if (created.code !== 0) throw new Error(created.stderr);
});
afterAll(() => folder[Symbol.asyncDispose]());

describe("prices:import and prices:export", () => {
  it("import what they exported, preview a change, and write failed rows to a file", async () => {
    const { code } = await portico(folder, ["prices:export", at("all.csv.gz")]);
    const exported = gunzipSync(await readFile(at("all.csv.gz"))).toString();
    expect([code, exported.split("\n")[0]]).toEqual([0, columns]);
    const [, first = ""] = exported.split("\n");
    const sku = first.split(",")[1] ?? "";
    expect(await answerOf(folder, ["prices:import", at("all.csv.gz")])).toMatchObject({ written: 0, failed: 0 });
    await writeFile(at("new.csv"), `kind,sku,price\nbase,${sku},123.45\nbase,nowhere,1\n`);
    const preview = await portico(folder, ["prices:import", at("new.csv"), "--preview"]);
    expect(preview.stdout).toContain("Of 2 rows, 1 would be written, 0 are unchanged, 1 would fail");
    expect(preview.stdout).toMatch(new RegExp(`${sku} +base +store 0 .* → 123.45`));
    const imported = await portico(folder, ["prices:import", at("new.csv"), "--failed", at("failed.csv")]);
    expect([imported.code, imported.stdout]).toEqual([1, expect.stringContaining("1 written, 0 unchanged, 1 failed")]);
    expect(await readFile(at("failed.csv"), "utf8")).toMatch(
      /^kind,sku,price,code,message\nbase,nowhere,1,unknown_sku,/,
    );
    const after = await portico(folder, ["prices:export", "--kinds", "base", "--format", "ndjson"]);
    expect(after.stdout).toContain(`{"kind":"base","sku":"${sku}","store_id":0,"price":"123.45"}\n`);
  });

  it("work with a server, too", async () => {
    await using other = await dataFolder("prepared");
    await using server = await serveHere(other, { PORTICO_ADMIN_PASSWORD: "correct-horse-1" });
    const token = String(await signIn(server.rest, "admin", "correct-horse-1"));
    const remote = ["--url", new URL(server.rest).origin, "--token", token];
    await writeFile(at("rows.ndjson.gz"), gzipSync('{"kind":"base","sku":"nowhere","price":1}\n'));
    const result = await portico(folder, ["prices:import", at("rows.ndjson.gz"), "--watch", ...remote]);
    expect([result.code, result.stdout]).toEqual([1, expect.stringContaining("1 failed")]);
    expect((await portico(folder, ["prices:export", ...remote])).stdout).toBe(`${columns}\n`);
    const refused = await portico(folder, ["prices:export", ...remote, "--kinds", "all"]);
    expect([refused.code, refused.stderr]).toEqual([1, "The kind all is unknown: use base, special, cost, tier.\n"]);
  });

  it("need a token for a server, and an administrator otherwise", async () => {
    expect((await portico(folder, ["prices:export", "--url", "http://127.0.0.1:1"])).stderr).toContain("PRICES_TOKEN");
    expect((await portico(folder, ["prices:export", "--admin", "nobody"])).stderr).toContain("nobody");
  });
});

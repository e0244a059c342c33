import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../../src/cli/program.js";

/** Returns the standard output of the command. */
async function exported(...options: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await (await createProgram(false)).parseAsync(["schema:export", ...options], { from: "user" });
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

afterEach(() => void vi.unstubAllEnvs());

it("schema:export writes the description of every route, regardless of permissions", async () => {
  const document = JSON.parse(await exported());
  expect(document.openapi).toBe("3.1.0");
  expect(document.paths).toHaveProperty(["/V1/products/special-price"]);
  expect(document.servers).toEqual([{ url: "/rest/all" }]);
});

it("schema:export writes the routes of extensions, with those for messages of other services", async () => {
  const fixtures = join(import.meta.dirname, "../../extras/extensions/fixtures");
  vi.stubEnv("PORTICO_EXTENSIONS", join(fixtures, "psp/index.mjs"));
  const document = JSON.parse(await exported());
  const { description } = document.paths["/V1/psp/payments"].post as { description: string };
  expect(description).toContain("Receives the events of the payment provider.");
  vi.stubEnv("PORTICO_EXTENSIONS", "");
  expect(Object.keys(JSON.parse(await exported()).paths as object)).not.toContain("/V1/psp/payments");
});

it("schema:export writes YAML for the chosen services, type and store", async () => {
  vi.stubEnv("PORTICO_BASE_URL", "https://shop.example");
  const options = ["--format", "yaml", "--type", "bulk", "--services", "catalogCostStorageV1", "--store", "default"];
  const document = parse(await exported(...options));
  expect(document.servers).toEqual([{ url: "https://shop.example/rest/default" }]);
  expect(Object.keys(document.paths)).toEqual([
    "/async/bulk/V1/products/cost",
    "/async/bulk/V1/products/cost-delete",
    "/async/bulk/V1/products/cost-information",
  ]);
});

it("schema:export writes Swagger 2.0 for generators that read no other format", async () => {
  const options = ["--specification", "swagger2", "--services", "catalogCostStorageV1"];
  const document = JSON.parse(await exported(...options));
  expect([document.swagger, document.basePath]).toEqual(["2.0", "/rest/all"]);
  expect(document.paths).toHaveProperty(["/V1/products/cost"]);
});

it("schema:export fails for an unknown service and names it", async () => {
  await expect(exported("--services", "catalogUnknownV1")).rejects.toThrow(
    'Requested service is not available: "catalogUnknownV1"',
  );
  await expect(exported("--services", "nonsense")).rejects.toThrow("Incorrect format of request URI");
});

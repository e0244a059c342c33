// cspell:ignore gezd gnbv qojq GEZDGNBVGY TQOJQ GEZDGNBV authy
import { expect, it } from "vitest";
import { codeAt, stepAt } from "../../src/api/auth/second-factor/totp.js";
import { answerOf, dataFolder, portico, serveInProcess } from "./portico.js";

it("security:tfa:google:set-secret lets the first administrator sign in, and security:tfa:reset removes the secret", async () => {
  await using folder = await dataFolder("prepared");
  const settings = { PORTICO_TWO_FACTOR: "on", PORTICO_ADMIN_PASSWORD: "horse7battery" };
  await using server = await serveInProcess(folder, settings);
  const post = async (path: string, more: object = {}) => {
    const body = JSON.stringify({ username: "admin", password: "horse7battery", ...more });
    const response = await fetch(server.rest + path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return [response.status, await response.json()] as const;
  };
  const [, asked] = await post("integration/admin/token");
  expect(asked).toMatchObject({ parameters: { active_providers: [] } });

  const set = ["security:tfa:google:set-secret", "Admin"];
  const { secret, uri } = await answerOf<{ secret: string; uri: string }>(folder, set);
  expect(uri).toContain(`?secret=${secret}&issuer=`);
  const otp = codeAt(secret, stepAt(Date.now()));
  const token = expect.stringMatching(/^[a-z0-9]{32}$/) as string;
  expect(await post("tfa/provider/google/authenticate", { otp })).toEqual([200, token]);
  expect((await post("tfa/provider/google/authenticate", { otp }))[0]).toBe(401);

  const own = "gezd gnbv gy3t qojq";
  const { stdout } = await portico(folder, [...set, own]);
  expect(stdout).toContain("  GEZDGNBVGY3TQOJQ\n");
  const next = codeAt("GEZDGNBVGY3TQOJQ", stepAt(Date.now()));
  expect(await post("tfa/provider/google/authenticate", { otp: next })).toEqual([200, token]);

  expect(await answerOf(folder, ["security:tfa:reset", "admin", "google"])).toEqual({
    username: "admin",
    removed: true,
  });
  expect((await post("tfa/provider/google/authenticate", { otp: next }))[1]).toEqual({
    message: "Provider is not configured.",
  });
  expect((await portico(folder, ["security:tfa:reset", "admin"])).stdout).toBe("admin had no second factor.\n");
  const failures = [
    [["security:tfa:reset", "admin", "authy"], "Unknown provider: authy. Only google is supported.\n"],
    [["security:tfa:reset", "jaen"], "The administrator jaen does not exist.\n"],
    [[...set, "GEZDGNBV"], expect.stringContaining("at least 16 characters") as string],
    [[...set, "1234567890123456"], expect.stringContaining("must be Base32") as string],
  ] as const;
  for (const [args, stderr] of failures) expect(await portico(folder, args)).toMatchObject({ code: 1, stderr });
});

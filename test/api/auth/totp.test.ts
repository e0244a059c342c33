// cspell:ignore GEZDGNBVGY TQOJQGEZDGNBVGY TQOJQ MZXW Badmin
import { PNG } from "pngjs";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import {
  codeAt,
  newSecret,
  qrPng,
  secretLength,
  stepAt,
  stepOf,
  uriOf,
} from "../../../src/api/auth/second-factor/totp.js";

/** The secret of the test vectors of RFC 4226 and RFC 6238, in Base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of authenticator apps", () => {
  it("agree with RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, count) => codeAt(secret, count));
    const expected = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489";
    expect(codes.join(" ")).toBe(expected);
  });

  it("agree with RFC 6238, appendix B, in their last six digits", () => {
    expect(codeAt(secret, stepAt(59_000))).toBe("287082");
    expect(codeAt(secret, stepAt(20_000_000_000_000))).toBe("353130");
  });

  it("are accepted one step before and after their own, and no longer", () => {
    const time = 1_234_567_890_000;
    const step = stepAt(time);
    const found = [-2, -1, 0, 1, 2].map((offset) => stepOf(secret, codeAt(secret, step + offset), time));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    const code = codeAt(secret, step);
    expect(stepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`, time)).toBe(step);
    for (const wrong of ["", "1", `${code}0`, "abcdef", "９００５９２"])
      expect(stepOf(secret, wrong, time)).toBeUndefined();
  });
});

describe("secrets of authenticator apps", () => {
  it("have 160 bits and are random", () => {
    expect(secretLength(newSecret())).toBe(20);
    expect(newSecret()).not.toBe(newSecret());
  });

  it("are Base32, and can be the shorter ones of Magento", () => {
    for (const text of ["MZXW1", "MZ-XW"]) expect(secretLength(text)).toBeUndefined();
    const ofMagento = "GEZDGNBVGY3TQOJQ";
    expect(secretLength(ofMagento)).toBe(10);
    expect(stepOf(ofMagento, codeAt(ofMagento, 7), 7 * 30_000)).toBe(7);
  });
});

it("the QR code is a PNG that encodes the URI", async () => {
  const uri = uriOf(secret, { issuer: "shop.example.com", account: "jo+admin@example.com" });
  expect(uri).toBe(`otpauth://totp/shop.example.com:jo%2Badmin%40example.com?secret=${secret}&issuer=shop.example.com`);
  const { width, height, data } = PNG.sync.read(await qrPng(uri));
  expect(decodeQR({ width, height, data: new Uint8Array(data) })).toBe(uri);
});

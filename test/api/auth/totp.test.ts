// cspell:ignore foob fooba MZXQ MZXW YTBOI Badmin
import { inflateSync } from "node:zlib";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { decodeBase32, encodeBase32 } from "../../../src/api/auth/second-factor/base32.js";
import { qrPng } from "../../../src/api/auth/second-factor/qr-png.js";
import { codeAt, newSecret, stepAt, stepOf, uriOf } from "../../../src/api/auth/second-factor/totp.js";

/** The secret of the test vectors of RFC 4226 and RFC 6238. */
const secret = encodeBase32(Buffer.from("12345678901234567890"));

describe("codes of authenticator apps", () => {
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("agree with RFC 6238, appendix B, at second %d", (second, code) => {
    expect(codeAt(secret, stepAt(second * 1000), 8)).toBe(code);
  });

  it("agree with RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, count) => codeAt(secret, count));
    const expected = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489";
    expect(codes.join(" ")).toBe(expected);
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

describe("Base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("agrees with RFC 4648, section 10, without padding: %s", (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
    if (text !== "") expect(decodeBase32(`${encoded.toLowerCase()}==`)?.toString()).toBe(text);
  });

  it("rejects other characters and an empty text", () => {
    for (const text of ["MZXW1", "MZ-XW", ""]) expect(decodeBase32(text)).toBeUndefined();
  });

  it("encodes new secrets of 160 bits", () => {
    expect(decodeBase32(newSecret())).toHaveLength(20);
    expect(newSecret()).not.toBe(newSecret());
  });
});

it("the QR code is a PNG that encodes the URI", () => {
  const uri = uriOf(secret, { issuer: "shop.example.com:8080", account: "jo+admin@example.com" });
  expect(uri).toBe(
    `otpauth://totp/shop.example.com%3A8080:jo%2Badmin%40example.com?secret=${secret}&issuer=shop.example.com%3A8080`,
  );
  const png = qrPng(uri);
  const side = png.readUInt32BE(16);
  const from = png.indexOf("IDAT") + 4;
  const lines = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)));
  const data = new Uint8Array(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const grey = lines[Math.floor(at / side) * (side + 1) + 1 + (at % side)] ?? 0;
    data.set([grey, grey, grey, 255], at * 4);
  }
  expect(decodeQR({ width: side, height: side, data })).toBe(uri);
});

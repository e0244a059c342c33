import { describe, expect, it } from "vitest";
import { allowedUrl } from "../../../src/api/bulk/callbacks/callback-url.js";
import { isPublicAddress } from "../../../src/platform/outbound/callback-address.js";

describe("an address", () => {
  it.each(["8.8.8.8", "93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946", "172.32.0.1", "100.128.0.1"])(
    "is public: %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...["127.0.0.1", "127.255.255.255", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    ...["169.254.169.254", "100.64.0.1", "198.18.0.1", "192.0.2.1", "224.0.0.1", "255.255.255.255"],
    ...[
      "::",
      "::1",
      "::ffff:127.0.0.1",
      "::ffff:10.0.0.1",
      "::127.0.0.1",
      "fe80::1",
      "fe80::1%eth0",
      "fec0::1",
      "fc00::1",
      "fd12::1",
    ],
    ...["ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "no address", ""],
  ])("is not public: %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("the list of callback hosts", () => {
  const settings = {
    PORTICO_CALLBACK_HOSTS: "One.example.com, *.example.org ,",
    PORTICO_CALLBACK_PORTS: "8443, 9443",
    PORTICO_CALLBACK_PRIVATE: false,
  };

  it.each([
    "https://one.example.com/a?b",
    "https://ONE.example.com:8443",
    "https://a.example.org",
    "https://a.b.example.org",
  ])("admits %s", (url) => expect(allowedUrl(url, settings).href).toBe(new URL(url).href));

  it.each([
    ...["https://example.com", "https://two.one.example.com", "https://example.org", "https://aexample.org"],
    ...["https://one.example.com.", "https://one.example.com@evil.test", "http://one.example.com", "//one.example.com"],
    ...["https://127.1/", "https://[::1]/", `https://one.example.com/${"x".repeat(2000)}`],
  ])("rejects %s", (url) => expect(() => allowedUrl(url, settings)).toThrow());

  it("admits only port 443 and the listed ports, unless private addresses are allowed", () => {
    for (const port of ["", ":443", ":8443", ":9443"])
      expect(allowedUrl(`https://one.example.com${port}/`, settings).protocol).toBe("https:");
    for (const port of [22, 80, 444, 25]) {
      const url = `https://one.example.com:${port}/`;
      expect(() => allowedUrl(url, settings)).toThrow(`Callbacks to port ${port} are not allowed.`);
      expect(allowedUrl(url, { ...settings, PORTICO_CALLBACK_PRIVATE: true }).port).toBe(String(port));
    }
  });

  it("admits private addresses only if they are allowed", () => {
    const listed = { PORTICO_CALLBACK_HOSTS: "10.0.0.1,::1", PORTICO_CALLBACK_PORTS: "" };
    for (const url of ["https://10.0.0.1/", "https://167772161/", "https://[::1]/"]) {
      expect(() => allowedUrl(url, { ...listed, PORTICO_CALLBACK_PRIVATE: false })).toThrow("not allowed");
      expect(allowedUrl(url, { ...listed, PORTICO_CALLBACK_PRIVATE: true }).href).toBe(new URL(url).href);
    }
  });
});

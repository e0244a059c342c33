import { describe, expect, it } from "vitest";
import { readOauthHeader } from "../../../src/api/auth/oauth/authorization-header.js";
import { baseString, percentEncode, readForm } from "../../../src/api/auth/oauth/base-string.js";
import { isSignature, signatureOf } from "../../../src/api/auth/oauth/signature.js";

describe("the signature base string", () => {
  it("matches RFC 5849, 3.4.1.1", () => {
    const header = readOauthHeader(
      `OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7",
       oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a",
       oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"`,
    );
    const parameters = [...header, ...readForm("b5=%3D%253D&a3=a&c%40=&a2=r%20b"), ...readForm("c2&a3=2+q")];
    const signed = parameters.filter(([name]) => name !== "oauth_signature");
    expect(baseString({ method: "post", address: "http://example.com/request", parameters: signed })).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D" +
        "%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1" +
        "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("is signed as in OAuth Core 1.0, appendix A", () => {
    const parameters = readForm(
      "file=vacation.jpg&size=original&oauth_consumer_key=dpf43f3p2l4k3l03&oauth_token=nnch734d00sl2jdk" +
        "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1191242096&oauth_nonce=kllo9940pd9333jh&oauth_version=1.0",
    );
    const request = { method: "GET", address: "http://photos.example.net/photos", parameters };
    const secrets = { consumerSecret: "kd94hf93k423kf44", tokenSecret: "pfkkdhi9sl3r4s00" };
    const right = signatureOf(request, "HMAC-SHA1", secrets);
    expect(right.toString("base64")).toBe("tR3+Ty81lMeYAr/Fid0kMTYa/WM=");
    expect(isSignature("tR3+Ty81lMeYAr/Fid0kMTYa/WM=", right)).toBe(true);
    for (const other of [
      "tR3-Ty81lMeYAr_Fid0kMTYa_WM=",
      "tR3+Ty81lMeYAr/Fid0kMTYa/WM",
      " tR3+Ty81lMeYAr/Fid0kMTYa/WM=",
      "",
    ]) {
      expect(isSignature(other, right)).toBe(false);
    }
  });

  it("encodes everything except letters, digits and four marks", () => {
    expect(percentEncode("aZ09-._~")).toBe("aZ09-._~");
    expect(percentEncode("!*'()[] +/=&%ä☃")).toBe("%21%2A%27%28%29%5B%5D%20%2B%2F%3D%26%25%C3%A4%E2%98%83");
  });

  it("sorts by encoded bytes, names before values", () => {
    const parameters = readForm("z=1&Z=1&a=%C3%A9&a=b&a=%7E&a&a1=0&a%20=0");
    expect(decodeURIComponent(baseString({ method: "GET", address: "x", parameters }).split("&")[2] ?? "")).toBe(
      "Z=1&a=&a=%C3%A9&a=b&a=~&a%20=0&a1=0&z=1",
    );
  });

  it("keeps an invalid encoding unchanged", () => {
    expect(readForm("a=%&b=%zz&c=100%25&%ff=1")).toEqual([
      ["a", "%"],
      ["b", "%zz"],
      ["c", "100%"],
      ["%ff", "1"],
    ]);
  });
});

import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { readBody } from "../../src/http/body.js";

function read(text: string): Promise<unknown> {
  const request = new IncomingMessage(new Socket());
  request.headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  request.push(text);
  request.push(null);
  return readBody(request, 1 << 20);
}

describe("a number in a JSON body", () => {
  it("keeps digits that a double cannot hold, wherever it stands", async () => {
    for (let before = 0; before < 40; before += 1) {
      const padding = "x".repeat(before);
      expect(await read(`{"${padding}":0.123456789012345678,"after":"${padding}"}`)).toMatchObject({
        [padding]: "0.123456789012345678",
      });
      expect(await read(`{"${padding}":12345678901234.123456,"after":1.5}`)).toEqual({
        [padding]: "12345678901234.123456",
        after: 1.5,
      });
    }
  });

  it("keeps them behind many short numbers too", async () => {
    const short = Array.from({ length: 200 }, (_, index) => index / 100);
    expect(await read(JSON.stringify({ short }).replace("}", ',"long":99999999999999.999999}'))).toEqual({
      short,
      long: "99999999999999.999999",
    });
  });

  it("is a number where a double holds it", async () => {
    expect(await read('{"price":29.95,"from":"2099-01-01 00:00:00"}')).toEqual({
      price: 29.95,
      from: "2099-01-01 00:00:00",
    });
  });
});

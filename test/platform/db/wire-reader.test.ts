import { describe, expect, test } from "vitest";
import { message, requestCode, simpleQuery } from "../../../src/platform/db/wire/wire-messages.js";
import { WireReader, type Request } from "../../../src/platform/db/wire/wire-reader.js";

const sync = message("S");
const parse = message("P", "", "select $1", Buffer.from([0, 0]));

describe("The reader of the wire protocol", () => {
  test("keeps an extended query together until its Sync", () => {
    const reader = started();
    expect(requests(reader, parse)).toEqual([]);
    expect(requests(reader, sync)).toEqual([{ kind: "run", unit: Buffer.concat([parse, sync]) }]);
  });

  test("returns each of several units that arrive together", () => {
    const [one, other] = [simpleQuery("select 1"), simpleQuery("select 2")];
    expect(requests(started(), Buffer.concat([one, parse, sync, other]))).toEqual([
      { kind: "run", unit: one },
      { kind: "run", unit: Buffer.concat([parse, sync]) },
      { kind: "run", unit: other },
    ]);
  });

  test("works wherever the bytes are split", () => {
    const reader = new WireReader();
    const bytes = Buffer.concat([startup(requestCode.ssl), startup(requestCode.protocol3), parse, sync, message("X")]);
    const found = [...bytes].flatMap((byte) => requests(reader, Buffer.from([byte])));
    expect(found.map(({ kind }) => kind)).toEqual(["decline-encryption", "start", "run", "terminate"]);
  });

  test("treats a cancel request as the end of its connection", () => {
    expect(requests(new WireReader(), startup(requestCode.cancel))).toEqual([{ kind: "terminate" }]);
  });

  test.each([
    ["another version of the protocol", startup(0x20000)],
    ["an invalid length", Buffer.from([0, 0, 0, 1, 0, 0, 0, 0])],
    ["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ])("rejects %s", (_what, bytes) => {
    expect(requests(new WireReader(), bytes)).toMatchObject([{ kind: "unsupported" }]);
  });
});

function startup(code: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(8, 0);
  bytes.writeInt32BE(code, 4);
  return bytes;
}

function started(): WireReader {
  const reader = new WireReader();
  expect(requests(reader, startup(requestCode.protocol3))).toEqual([{ kind: "start" }]);
  return reader;
}

function requests(reader: WireReader, bytes: Buffer): Request[] {
  return [...reader.read(bytes)];
}

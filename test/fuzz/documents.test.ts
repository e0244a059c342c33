import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSchema, getIntrospectionQuery } from "graphql";
import { expect, it } from "vitest";
import { startApp } from "../support/app.js";
import { Client } from "../support/client.js";
import { DocumentMaker, type GraphDocument, randomFrom, textOf } from "./graph-documents.js";
import { freePort, startSeparateServer, unlimited } from "./server.js";

const seconds = Number(process.env["PORTICO_FUZZ_SECONDS"] ?? 0);
const seed = Number(process.env["PORTICO_FUZZ_SEED"] ?? 0) || Math.floor(Math.random() * 0x7fffffff);
const isLong = seconds > 0;

/** Bytes that a guest is answered for each started kilobyte of a document, and for the error of an answer cut short. */
const bytesPerKilobyte = 200_000;
const errorBytes = 1000;
/** Milliseconds for which a document stops the event loop. */
const longestStop = 250;

interface Measured {
  readonly document: GraphDocument;
  /** Bytes answered for each started kilobyte. */
  readonly ratio: number;
  readonly ms: number;
}

/** Creates products whose answers are long. */
async function prepare(admin: Client): Promise<void> {
  const description = "A long description. ".repeat(200);
  for (let at = 0; at < 30; at += 1) {
    const product = { sku: `dear-${at}`, name: `Dear ${at}`, attribute_set_id: 4, type_id: "simple", price: 10 };
    const custom = { custom_attributes: [{ attribute_code: "description", value: description }] };
    expect((await admin.post("/V1/products", { product: { ...product, ...custom } })).status).toBe(200);
  }
}

interface Search {
  readonly url: string;
  readonly seconds: number;
  /** Called after each answer, with the text of its document. */
  readonly afterEach?: (text: string) => Promise<void>;
}

/** Looks for the documents of guests with the dearest answers: it varies the dearest ones again and again. */
async function findDearest({ url, seconds: length, afterEach }: Search): Promise<Measured> {
  const schema = buildSchema(await readFile(join(import.meta.dirname, "../../schema/schema.graphql"), "utf8"));
  const random = randomFrom(seed);
  const maker = new DocumentMaker(schema, random);
  const guest = new Client(url);
  await maker.keepAnswered(async (document) => {
    const { data } = (await guest.graphql(textOf(document))).body as { data?: { r0?: unknown } };
    return data?.r0 !== null && data?.r0 !== undefined;
  });
  const until = Date.now() + length * 1000;
  let dearest: Measured[] = [];
  let count = 0;
  while (Date.now() < until) {
    const from = dearest[random(Math.max(dearest.length, 1))];
    const document = from && random(4) > 0 ? maker.vary(from.document) : maker.make();
    const query = textOf(document);
    const started = performance.now();
    const { status, text } = await guest.graphql(query);
    expect(status, query).toBeLessThan(500);
    const kilobytes = Math.ceil(Buffer.byteLength(query) / 1000);
    const ratio = Buffer.byteLength(text) / kilobytes;
    expect(ratio, query).toBeLessThan(bytesPerKilobyte + errorBytes);
    await afterEach?.(query);
    count += 1;
    const found = { document, ratio, ms: performance.now() - started };
    dearest = [...dearest, found].sort((one, other) => other.ratio - one.ratio).slice(0, 20);
  }
  const [first] = dearest;
  if (!first) throw new Error("No document was sent.");
  const { ratio, ms } = first;
  console.info(
    `fuzz: seed ${seed}, ${count} documents, dearest ${Math.round(ratio)} bytes per kB in ${Math.round(ms)} ms`,
  );
  return first;
}

it.skipIf(isLong)(
  "a guest's GraphQL document is answered with few bytes for each it has",
  { timeout: 90_000 },
  async () => {
    await using app = await startApp({ ...unlimited, PORTICO_ANONYMOUS_CATALOG: "on" });
    await prepare(await app.asAdmin());
    const { ratio } = await findDearest({ url: app.url, seconds: 5 });
    expect(ratio).toBeGreaterThan(1000);
  },
);

it.runIf(isLong)(
  "no GraphQL document of a guest stops a server for long",
  { timeout: (seconds + 120) * 1000 },
  async () => {
    const port = await freePort();
    await using server = await startSeparateServer({
      PORTICO_METRICS_PORT: String(port),
      PORTICO_ANONYMOUS_CATALOG: "on",
    });
    const credentials = { username: "admin", password: server.password };
    const { body } = await new Client(server.url).post("/V1/integration/admin/token", credentials);
    await prepare(new Client(server.url, body as string));
    const readStop = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
    };
    await new Client(server.url).graphql(getIntrospectionQuery());
    await readStop();
    let stop = 0;
    await findDearest({
      url: server.url,
      seconds,
      afterEach: async (text) => {
        const latest = await readStop();
        stop = Math.max(stop, latest);
        expect(latest, text).toBeLessThan(longestStop);
      },
    });
    console.info(`fuzz: longest stop ${Math.round(stop)} ms, memory ${Math.round(server.memory() ?? 0)} MB`);
    expect(server.ended()).toBeUndefined();
  },
);

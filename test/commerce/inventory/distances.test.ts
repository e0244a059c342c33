import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importGeonames } from "../../../src/commerce/inventory/published.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { withStockSetting } from "./support.js";

const geonames = join(import.meta.dirname, "geonames");
let app: TestApp;
let admin: Client;
/** Requests to the fake Google server, and its answers. */
let asked: URL[] = [];
let answer: { status: number; body: string } = { status: 200, body: "{}" };
const google = createServer((request, response) => {
  asked.push(new URL(request.url ?? "", "http://google"));
  response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
});

beforeAll(async () => {
  google.listen(0, "127.0.0.1");
  await once(google, "listening");
  const { port } = google.address() as AddressInfo;
  app = await startApp({ PORTICO_GOOGLE_MAPS_URL: `http://127.0.0.1:${port}` });
  admin = await app.asAdmin();
  for (const country of ["DE", "FR"]) await importGeonames(app.db, country, geonames);
});
afterAll(async () => {
  google.close();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => {
  asked = [];
});

const path = "/V1/inventory";
const austin = "source[lat]=30.271129&source[lng]=-97.7437";
const baltimore = "destination[lat]=39.290882&destination[lng]=-76.610759";
const distance = () => admin.get(`${path}/get-distance?${austin}&${baltimore}`);
const place = (address: Readonly<Record<string, string>>, route = "get-latlng-from-address") => {
  const given = { country: "DE", postcode: "", street: "", region: "", city: "", ...address };
  const query = new URLSearchParams(
    Object.fromEntries(Object.entries(given).map(([name, value]) => [`address[${name}]`, value])),
  );
  return admin.get(`${path}/${route}?${query.toString()}`);
};
const places = (address: Readonly<Record<string, string>>) => place(address, "get-latslngs-from-address");
const set = (name: string, value: string, work: () => Promise<void>) =>
  withStockSetting(app.db, [`source_selection_distance_based${name}`, value], work);
const offline = (work: () => Promise<void>) => set("/provider", "offline", work);
const withKey = (work: () => Promise<void>) => set("_google/api_key", "secret", work);
const answers = (body: object, status = 200) => {
  answer = { status, body: JSON.stringify(body) };
};
const matrix = (element: object) => ({ status: "OK", rows: [{ elements: [{ status: "OK", ...element }] }] });

describe("the distance provider", () => {
  it("is google by default, otherwise the configured one", async () => {
    const code = async () => (await admin.get(`${path}/get-distance-provider-code`)).body as string;
    expect(await code()).toBe("google");
    await offline(async () => expect(await code()).toBe("offline"));
  });

  it("is rejected by name if it is unknown", async () => {
    await set("/provider", "constructor", async () => {
      const measured = await distance();
      expect([measured.status, measured.body]).toEqual([
        400,
        { message: "No such distance provider: %1", parameters: ["constructor"] },
      ]);
      const located = await place({ postcode: "10115" });
      const message = "No such latitude and longitude from address provider: %1";
      expect([located.status, located.body]).toEqual([400, { message, parameters: ["constructor"] }]);
    });
  });
});

describe("the offline provider", () => {
  it("measures great-circle distances in meters", async () => {
    await offline(async () => {
      const { status, body } = await distance();
      expect(status).toBe(200);
      expect(body).toBeCloseTo(2167544.67, 2);
    });
  });

  it("locates addresses by postal code, the beginning of the city, or the region", async () => {
    await offline(async () => {
      const munich = { lat: 48.1345, lng: 11.571 };
      expect((await place({ postcode: "80331", city: "Berlin" })).body).toEqual(munich);
      expect((await place({ postcode: "99999", city: "mün" })).body).toEqual(munich);
      expect((await place({ city: "Nowhere", region: "BAYERN" })).body).toEqual(munich);
      expect((await place({ country: "fr", city: "Paris" })).body).toEqual({ lat: 48.8592, lng: 2.3417 });
    });
  });

  it("finds all places of a city or region, and one for a postal code", async () => {
    await offline(async () => {
      const [paris, lyon] = [
        { lat: 48.8592, lng: 2.3417 },
        { lat: 45.7699, lng: 4.8266 },
      ];
      await app.db.models.inventoryGeoname.create({
        data: {
          ...{ country_code: "FR", postcode: "75001", city: "Paris 01 Center", region: "Lyonnais" },
          province: "",
          latitude: "48.9",
          longitude: "2.3",
        },
      });
      const north = { lat: 48.9, lng: 2.3 };
      expect((await places({ country: "FR", city: "Paris" })).body).toEqual([paris, north]);
      expect((await places({ country: "FR", city: "Nowhere", region: "lyonnais" })).body).toEqual([north]);
      expect((await places({ country: "FR", postcode: "75001" })).body).toEqual([paris]);
      expect((await places({ country: "FR", city: "Lyon" })).body).toEqual([lyon]);
    });
  });

  it("names an unknown address in the error", async () => {
    await offline(async () => {
      expect((await places({ country: "IT", city: "Roma" })).body).toEqual({
        message: "Unknown geoname for %1",
        parameters: ["Roma IT"],
      });
      const { status, body } = await place({ country: "IT", postcode: "1", street: "Via 2", city: "100%" });
      expect([status, body]).toEqual([404, { message: "Unknown geoname for %1", parameters: ["Via 2 1 100% IT"] }]);
      expect((await place({ city: "%", region: "Bay%" })).status).toBe(404);
    });
  });

  it("needs complete positions and addresses", async () => {
    const { status, body } = await admin.get(`${path}/get-distance?${austin}&destination[lat]=39`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("lng");
    const infinite = await admin.get(`${path}/get-distance?${austin}&destination[lat]=1e999&destination[lng]=1`);
    expect(infinite.status).toBe(400);
    expect((await admin.get(`${path}/get-latlng-from-address?address[country]=DE`)).status).toBe(400);
  });
});

describe("the Google provider", () => {
  it("needs a key", async () => {
    for (const reply of [await distance(), await place({ postcode: "10115" }), await places({ postcode: "10115" })]) {
      expect([reply.status, reply.body]).toEqual([400, { message: "Google API key is not defined" }]);
    }
    expect(asked).toEqual([]);
  });

  it("asks Google for the distance, or for the time, by a mode of travel", async () => {
    await withKey(async () => {
      answers(matrix({ distance: { value: 2_500_000 }, duration: { value: 90_000 } }));
      expect((await distance()).body).toBe(2_500_000);
      expect(asked[0]?.pathname).toBe("/maps/api/distancematrix/json");
      expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
        key: "secret",
        origins: "30.271129,-97.7437",
        destinations: "39.290882,-76.610759",
        mode: "driving",
      });
      await set("_google/value", "time", async () => {
        await set("_google/mode", "bicycling", async () => {
          expect((await distance()).body).toBe(90_000);
        });
      });
      expect(asked[1]?.searchParams.get("mode")).toBe("bicycling");
    });
  });

  it("asks Google for the position of an address", async () => {
    await withKey(async () => {
      answers({ status: "OK", results: [{ geometry: { location: { lat: 52.5, lng: 13.4 } } }] });
      const { body } = await place({ postcode: "10115", street: "Allee 1", city: "Berlin" });
      expect(body).toEqual({ lat: 52.5, lng: 13.4 });
      expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
        key: "secret",
        components: "country:DE|postal_code:10115|locality:Berlin",
        address: "Allee 1 10115 Berlin DE",
      });
    });
  });

  it("asks Google for all positions of an address", async () => {
    await withKey(async () => {
      const at = (lat: unknown, lng: unknown) => ({ geometry: { location: { lat, lng } } });
      answers({ status: "OK", results: [at(52.5, 13.4), at("52", null), null, at(48.1, 11.6)] });
      expect((await places({ city: "Berlin" })).body).toEqual([
        { lat: 52.5, lng: 13.4 },
        { lat: 48.1, lng: 11.6 },
      ]);
      answers({ status: "OK", results: [] });
      const { status, body } = await places({ city: "Berlin" });
      expect([status, body]).toEqual([400, { message: "Unable to geocode address %1", parameters: ["Berlin DE"] }]);
    });
  });

  it.each([
    ["that fails", { status: 500, body: "{}" }],
    ["that redirects", { status: 302, body: "" }],
    ["that is no JSON", { status: 200, body: "<html>" }],
  ])("reports a failed connection for a response %s", async (_how, given) => {
    await withKey(async () => {
      answer = given;
      expect((await distance()).body).toEqual({ message: "Unable to connect google API for distance matrix" });
      expect((await place({ postcode: "10115" })).body).toEqual({
        message: "Unable to connect google API for geocoding",
      });
    });
  });

  it.each([
    ["a status of its own", { status: "OVER_QUERY_LIMIT" }],
    ["no way", matrix({ status: "ZERO_RESULTS" })],
    ["nothing", {}],
    ["null", null],
    ["another shape", { status: "OK", rows: "none", results: [{}] }],
  ])("reports the addresses for a response with %s", async (_what, given) => {
    await withKey(async () => {
      answer = { status: 200, body: JSON.stringify(given) };
      const measured = await distance();
      expect([measured.status, measured.body]).toEqual([
        400,
        {
          message: "Unable to get distance between %1 and %2",
          parameters: ["30.271129,-97.7437", "39.290882,-76.610759"],
        },
      ]);
      const located = await place({ postcode: "10115" });
      expect([located.status, located.body]).toEqual([
        400,
        { message: "Unable to geocode address %1", parameters: ["10115 DE"] },
      ]);
    });
  });
});

describe("the import of postal codes", () => {
  it("replaces a country as a whole or not at all", async () => {
    const count = () => app.db.models.inventoryGeoname.count({ where: { country_code: "DE" } });
    expect(await importGeonames(app.db, "DE", join(geonames, "DE.txt"))).toBe(3);
    expect(await count()).toBe(3);
    const nothing = importGeonames(app.db, "DE", join(geonames, "FR.txt"));
    await expect(nothing).rejects.toThrow("FR.txt has no postal codes for DE.");
    const noFile = importGeonames(app.db, "DE", join(import.meta.dirname, "support.ts"));
    await expect(noFile).rejects.toThrow("support.ts, line 1, is not a GeoNames postal code.");
    await expect(importGeonames(app.db, "IT", geonames)).rejects.toThrow("IT.txt does not exist.");
    expect(await count()).toBe(3);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";

const { app } = useApp();
let guest: Client;

beforeAll(async () => {
  guest = app.asGuest();
  await app.db.execute(
    `insert into store (id, code, name, website_id, store_group_id) values (5, 'de', 'German', 1, 1), (6, 'odd', 'Odd', 1, 1)`,
  );
  await set("general/locale/code", "de_DE", 5);
  await set("general/locale/code", "no such locale", 6);
});

const set = (path: string, value: string, storeId: number) =>
  app.db.execute(
    `insert into config_value (path, scope, scope_id, value) values ($1::text, 'stores', $3::int, $2::text)
     on conflict (path, scope, scope_id) do update set value = excluded.value`,
    [path, value, storeId],
  );

interface CountryBody {
  readonly id: string;
  readonly full_name_locale: string;
  readonly available_regions?: { readonly id: string; readonly code: string; readonly name: string }[];
}

describe("the countries", () => {
  it("are listed by id in a new installation, with 1156 regions in 43 of them", async () => {
    const { status, body } = await guest.get("/V1/directory/countries");
    const countries = body as CountryBody[];
    expect([status, countries.length]).toEqual([200, 249]);
    expect(countries.map(({ id }) => id)).toEqual(countries.map(({ id }) => id).toSorted());
    const listed = countries.flatMap(({ available_regions: regions }) => (regions ? [regions] : []));
    expect([listed.length, listed.flat().length]).toEqual([43, 1156]);
    expect(new Set(listed.flat().map(({ id }) => id)).size).toBe(1156);
  });

  it("have names in the language of the store view, and in English", async () => {
    for (const [store, name] of [
      ["default", "Germany"],
      ["all", "Germany"],
      ["de", "Deutschland"],
      ["odd", "Germany"],
    ] as const) {
      const { body } = await guest.get("/V1/directory/countries/DE", { store });
      expect(body).toMatchObject({
        id: "DE",
        two_letter_abbreviation: "DE",
        three_letter_abbreviation: "DEU",
        full_name_locale: name,
        full_name_english: "Germany",
      });
      expect(body.available_regions).toHaveLength(16);
    }
  });

  it("have their regions sorted by name, or no regions at all", async () => {
    const canada = (await guest.get("/V1/directory/countries/CA")).body as CountryBody;
    expect(canada.available_regions?.slice(0, 2)).toEqual([
      { id: "66", code: "AB", name: "Alberta" },
      { id: "67", code: "BC", name: "British Columbia" },
    ]);
    expect((await guest.get("/V1/directory/countries/NL")).body).toEqual({
      id: "NL",
      two_letter_abbreviation: "NL",
      three_letter_abbreviation: "NLD",
      full_name_locale: "Netherlands",
      full_name_english: "Netherlands",
    });
  });

  it("have regions in the order of Magento's collation, in which letters without accent come first", async () => {
    const { body } = await guest.get("/V1/directory/countries/PL");
    const codes = (body as CountryBody).available_regions?.map(({ code }) => code);
    expect([codes?.slice(0, 5), codes?.at(-1)]).toEqual([["PL-02", "PL-04", "PL-06", "PL-08", "PL-14"], "PL-10"]);
  });

  it("have the names and codes of Magento 2.4.7", async () => {
    expect((await guest.get("/V1/directory/countries/TR")).body).toMatchObject({ full_name_english: "Turkey" });
    expect((await guest.get("/V1/directory/countries/AN")).body).toMatchObject({
      full_name_locale: null,
      full_name_english: null,
    });
    const spain = (await guest.get("/V1/directory/countries/ES")).body as CountryBody;
    expect(spain.available_regions?.[0]).toEqual({ id: "130", code: "A Coru\u0441a", name: "A Coruña" });
    const codesOf = async (id: string) =>
      ((await guest.get(`/V1/directory/countries/${id}`)).body as CountryBody).available_regions?.map(
        ({ code }) => code,
      );
    expect(await codesOf("IT")).toEqual(expect.arrayContaining(["CI", "OG", "OT", "VS"]));
    expect(await codesOf("GR")).toContain("GR-69");
  });

  it.each(["ZZ", "us", "USA", "%25", "FX"])("answer 404 for the id %s", async (id) => {
    const reply = await guest.get(`/V1/directory/countries/${id}`);
    expect([reply.status, reply.body]).toEqual([404, { message: "The country isn't available." }]);
  });

  it("are restricted to those that the store view allows", async () => {
    await set("general/country/allow", "FR,DE", 5);
    const { body } = await guest.get("/V1/directory/countries", { store: "de" });
    expect((body as CountryBody[]).map(({ full_name_locale }) => full_name_locale)).toEqual([
      "Deutschland",
      "Frankreich",
    ]);
    expect((await guest.get("/V1/directory/countries/US", { store: "de" })).status).toBe(404);
    expect((await guest.get("/V1/directory/countries/US")).status).toBe(200);
    await set("general/country/allow", "", 5);
    expect((await guest.get("/V1/directory/countries", { store: "de" })).body).toEqual([]);
  });

  it("take a constant number of statements", async () => {
    const all = await app.statementsOf(() => guest.get("/V1/directory/countries"));
    const one = await app.statementsOf(() => guest.get("/V1/directory/countries/US"));
    expect([all.length, one.length]).toEqual([3, 3]);
  });

  it("answer 400 under an unknown store code", async () => {
    expect((await guest.get("/V1/directory/countries", { store: "nowhere" })).status).toBe(400);
  });
});

describe("the currencies", () => {
  it("are the base currency, the display currency, and the allowed ones with their rates", async () => {
    const { status, body } = await guest.get("/V1/directory/currency");
    expect([status, body]).toEqual([
      200,
      {
        base_currency_code: "USD",
        base_currency_symbol: "$",
        default_display_currency_code: "USD",
        default_display_currency_symbol: "$",
        available_currency_codes: ["USD", "EUR"],
        exchange_rates: [
          { currency_to: "USD", rate: 1 },
          { currency_to: "EUR", rate: 0.7067 },
        ],
      },
    ]);
  });

  it("differ by store view, with the rate 0 if none is known", async () => {
    await set("currency/options/default", "EUR", 5);
    await set("currency/options/allow", "EUR,JPY", 5);
    const { body } = await guest.get("/V1/directory/currency", { store: "de" });
    expect(body).toMatchObject({
      base_currency_code: "USD",
      default_display_currency_code: "EUR",
      default_display_currency_symbol: "€",
      available_currency_codes: ["EUR", "JPY"],
      exchange_rates: [
        { currency_to: "EUR", rate: 0.7067 },
        { currency_to: "JPY", rate: 0 },
      ],
    });
  });

  it("show an unknown currency code as its own symbol", async () => {
    await set("currency/options/default", "gold", 6);
    const { body } = await guest.get("/V1/directory/currency", { store: "odd" });
    expect([body.default_display_currency_code, body.default_display_currency_symbol]).toEqual(["gold", "gold"]);
  });

  it("answer 400 under an unknown store code", async () => {
    expect((await guest.get("/V1/directory/currency", { store: "nowhere" })).status).toBe(400);
  });
});

describe("the modules", () => {
  it("are listed by name for administrators, if their routes are available", async () => {
    const admin = await app.asAdmin(["Magento_Backend::admin"]);
    const { status, body } = await admin.get("/V1/modules");
    const names = body as string[];
    expect(status).toBe(200);
    expect(names).toEqual(expect.arrayContaining(["Magento_Backend", "Magento_Catalog", "Magento_Directory"]));
    expect(names).toEqual([...new Set(names)].toSorted());
    expect(names.every((name) => /^Magento_[A-Z][A-Za-z]+$/.test(name))).toBe(true);
  });

  it("are hidden from everybody else", async () => {
    for (const client of [guest, await app.asAdmin(["Magento_Catalog::catalog"])]) {
      const reply = await client.get("/V1/modules");
      expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Backend::admin" }]);
    }
  });
});

it("the directory returns the same over GraphQL as over REST", async () => {
  const { body } = await guest.graphql(
    `{ country(countryId: "US") { full_name_english available_regions { code } } currencies { exchange_rates { rate } } }`,
  );
  expect(body.data.country.full_name_english).toBe("United States");
  expect(body.data.country.available_regions).toHaveLength(65);
  expect(body.data.currencies.exchange_rates).toEqual([{ rate: 1 }, { rate: 0.7067 }]);
  const missing = await guest.graphql(`{ country(countryId: "ZZ") { id } }`);
  expect(missing.body.errors[0].extensions.code).toBe("NO_SUCH_ENTITY");
});

import { setupMailKind, setupMailValues } from "../../api/auth/second-factor/setup.js";
import type { Config } from "../../config.js";
import { accountMailKinds, accountMailValues } from "../../commerce/customer/published.accounts.js";
import { mailKinds, mailValues, sampleFacts } from "../../commerce/sales/published.samples.js";
import { MailTemplates, type RenderedMail, type ValuesOf } from "../../platform/mail/mail-templates.js";

/** A sample email to render. */
export interface SampleMail {
  readonly kind: string;
  /** Locale of the store view, `de_DE`. */
  readonly locale: string;
  /** Code of the store view, whose folder of templates is searched first. */
  readonly storeCode: string;
}

const token = "k3x9q27mvt5d8w1hz6cj4rn0bpf2yslg";

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 156 40"><rect width="40" height="40" rx="10" fill="#2457c5"/><circle cx="20" cy="20" r="9" fill="none" stroke="#fff" stroke-width="4"/><text x="52" y="28" font-family="Helvetica, Arial, sans-serif" font-size="24" font-weight="700" fill="#4c7ef0">Aperture</text></svg>`;

const sampleShop = (locale: string) => ({
  name: "Aperture",
  url: "https://shop.example.com/",
  mediaUrl: "https://shop.example.com/media/",
  locale,
  timezone: "UTC",
  logo: { url: `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`, alt: "Aperture", width: "156" },
  email: "hello@example.com",
  support: "hello@example.com",
});

/** The kinds of emails, each with the values of its sample. */
const samples: ReadonlyMap<string, (locale: string) => ValuesOf> = new Map([
  ...mailKinds.map((kind) => {
    const values =
      (locale: string): ValuesOf =>
      (texts) =>
        mailValues(sampleShop(locale), sampleFacts(kind, locale), texts);
    return [kind, values] as const;
  }),
  ...accountMailKinds.map(
    (kind) =>
      [
        kind,
        (locale: string): ValuesOf =>
          () =>
            accountSample(locale),
      ] as const,
  ),
  [setupMailKind, (): ValuesOf => () => setupMailValues(sampleShop("en_US").url, { firstname: "Ada", token })],
]);

function accountSample(locale: string) {
  const shop = sampleShop(locale);
  const unit = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  return accountMailValues(shop, {
    customer: { firstname: "Ada", email: "ada@example.com" },
    link: `${shop.url}customer/account/?token=${token}`,
    code: token,
    lifetime: new Intl.NumberFormat(locale.replace("_", "-"), unit).format(2),
    former_email: "ada.lovelace@example.com",
  });
}

/** The names of all kinds of emails. */
export const sampleKinds: readonly string[] = [...samples.keys()];

/** Renders a sample of an email, with the operator's templates if there are any. Throws for templates that cannot be rendered. */
export function renderSample({ PORTICO_MAIL_TEMPLATES: own }: Config, sample: SampleMail): Promise<RenderedMail> {
  const valuesOf = samples.get(sample.kind);
  if (!valuesOf) throw new Error(`There is no email of the kind ${sample.kind}.`);
  const name = { name: sample.kind, storeCode: sample.storeCode, locale: sample.locale };
  return new MailTemplates(own).renderOrThrow(name, valuesOf(sample.locale));
}

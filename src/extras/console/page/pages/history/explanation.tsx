import { useState } from "preact/hooks";
import { json } from "../../lib/api.js";
import { parseAmount } from "../../lib/desk/amounts.js";
import { formatTime, parseTime } from "../../lib/format.js";
import { useAction, useLoaded } from "../../lib/hooks.js";
import { decimalSeparator, t } from "../../lib/i18n.js";
import { formatAmount, nameOf, type PriceScope } from "../../lib/prices/price-changes.js";
import { fieldMoment } from "../../lib/prices/schedules.js";
import { type Places, readPlaces } from "../../lib/prices/shoppers.js";
import { timeZone } from "../../lib/shop/shop.js";
import { Problem, WhileLoading } from "../../parts/notice.js";
import { Price } from "../../parts/preview-result.js";
import { Select } from "../../parts/select.js";

interface Step extends PriceScope {
  readonly price: number | string;
  readonly price_type: "fixed" | "discount" | null;
  readonly price_from: string | null;
  readonly price_to: string | null;
  readonly amount: number | null;
  readonly outcome: string;
  readonly changed_at: string | null;
}

/** The response of `GET /V1/products/:sku/price-explanation`. */
interface PriceExplanation {
  readonly at: string;
  readonly currency: string;
  readonly price: number;
  readonly steps: readonly Step[];
}

/** Who buys, how many, where and when. */
interface Question {
  readonly store: string;
  readonly group: string;
  readonly quantity: string;
  /** In the time zone of the store view; empty for now. */
  readonly at: string;
}

/** Explains which price a cart charges, and why no other one. */
export function Explanation({ sku }: { readonly sku: string }) {
  const places = useLoaded("places", readPlaces);
  return (
    <section aria-label={t("What a shopper pays, and why")}>
      <h2>{t("What a shopper pays, and why")}</h2>
      <WhileLoading from={places}>{(found) => <Asked sku={sku} places={found} />}</WhileLoading>
    </section>
  );
}

interface AskedProps {
  readonly sku: string;
  readonly places: Places;
}

function Asked({ sku, places }: AskedProps) {
  const [first] = places.views;
  const [question, setQuestion] = useState<Question>({
    store: first?.code ?? "default",
    group: "0",
    quantity: "1",
    at: "",
  });
  const [answer, setAnswer] = useState<PriceExplanation>();
  const asking = useAction(async () => setAnswer(await explain(sku, question)));
  const submit = (event: Event) => {
    event.preventDefault();
    asking.run();
  };
  return (
    <div class="card padded">
      <form class="upload-options" onSubmit={submit}>
        <QuestionFields {...{ question, places }} onChange={setQuestion} />
        <button class="primary" disabled={asking.isBusy}>
          {t("Explain")}
        </button>
      </form>
      {asking.error && <Problem>{asking.error}</Problem>}
      <div role="status">{answer && <Answer answer={answer} />}</div>
    </div>
  );
}

function explain(sku: string, { store, group, quantity, at }: Question): Promise<PriceExplanation> {
  const query = new URLSearchParams({ customerGroupId: group });
  // The server refuses what is no quantity.
  query.set("quantity", parseAmount(quantity, decimalSeparator()) ?? quantity);
  if (at !== "") query.set("at", fieldMoment(at).toISOString());
  return json("GET", `/V1/products/${encodeURIComponent(sku)}/price-explanation?${query}`, { store });
}

interface QuestionFieldsProps {
  readonly question: Question;
  readonly places: Places;
  readonly onChange: (question: Question) => void;
}

const QuestionFields = ({ question, places: { views, groups }, onChange }: QuestionFieldsProps) => (
  <>
    {views.length > 0 && (
      <Select
        label={t("Store view")}
        value={question.store}
        choices={views.map(({ code, name }) => [code, name])}
        onChoose={(store) => onChange({ ...question, store })}
      />
    )}
    {groups.length > 0 && (
      <Select
        label={t("Customer group")}
        value={question.group}
        choices={groups.map(({ id, code }) => [String(id), code])}
        onChoose={(group) => onChange({ ...question, group })}
      />
    )}
    <label>
      {t("Quantity")}
      <input
        inputMode="decimal"
        value={question.quantity}
        onInput={(event) => onChange({ ...question, quantity: event.currentTarget.value })}
      />
    </label>
    <label>
      {t("Moment, in {{zone}}; empty for now", { zone: timeZone() })}
      <input
        type="datetime-local"
        value={question.at}
        onInput={(event) => onChange({ ...question, at: event.currentTarget.value })}
      />
    </label>
  </>
);

const outcomes = (): Readonly<Record<string, string>> => ({
  wins: t("applies"),
  not_lowest: t("another price is lower"),
  replaced: t("a more specific price replaces it"),
  inactive: t("is not active at that time"),
  other_group: t("is for another customer group"),
  other_website: t("is for another website"),
  quantity: t("needs a larger quantity"),
});

const Answer = ({ answer: { price, currency, at, steps } }: { readonly answer: PriceExplanation }) => (
  <>
    <p>
      <strong>{t("{{amount}} {{currency}} for each unit", { amount: formatAmount(price), currency })}</strong>{" "}
      <span class="muted">{formatTime(parseTime(at))}</span>
    </p>
    <div class="scroll" tabIndex={0} role="region" aria-label={t("The stored prices and what becomes of them")}>
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col">{t("Price")}</th>
            <th scope="col" class="number">
              {t("Stored")}
            </th>
            <th scope="col" class="number">
              {t("For each unit")}
            </th>
            <th scope="col">{t("What becomes of it")}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map((step, index) => (
            <StepRow key={index} step={step} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  </>
);

const StepRow = ({ step, currency }: { readonly step: Step; readonly currency: string }) => (
  <tr class={step.outcome === "wins" ? "wins" : ""}>
    <th scope="row">{nameOf(step)}</th>
    <td class="number wraps" data-label={t("Stored")}>
      <Price value={step} place={step} />
    </td>
    <td class="number" data-label={t("For each unit")}>
      {step.amount === null ? "–" : `${formatAmount(step.amount)}\u00A0${currency}`}
    </td>
    <td>
      {outcomes()[step.outcome] ?? step.outcome}
      {step.changed_at !== null && (
        <span class="block muted">{t("set {{time}}", { time: formatTime(parseTime(step.changed_at)) })}</span>
      )}
    </td>
  </tr>
);

import type { Settings } from "../../../../commerce/store/published.js";
import type { StoreViews } from "../../../../commerce/pricing/price-scopes.sql.js";
import { marksOf } from "./currencies.js";

/** A store view or a website with the words that name it. */
export interface NamedScope {
  readonly kind: "store" | "website";
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly website_id: number;
}

/** The names of websites and store views, and their currencies and time zones. */
export class ShopWords {
  /** The store views by id, including store 0. */
  readonly stores: StoreViews;
  private readonly byWord = { store: new Map<string, number>(), website: new Map<string, number>() };
  private readonly marks = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly scopes: readonly NamedScope[],
    private readonly settings: Settings,
  ) {
    const siblings = new Map<number, number[]>();
    const views = scopes.filter(({ kind }) => kind === "store");
    for (const { id, website_id } of views) siblings.set(website_id, [...(siblings.get(website_id) ?? []), id]);
    this.stores = new Map(
      views.map(({ id, website_id }) => [id, { siblings: siblings.get(website_id) ?? [], websiteId: website_id }]),
    );
    for (const word of ["name", "code", "id"] as const) {
      // A word that is an id, a code and a name of different scopes is the id.
      for (const scope of scopes) this.byWord[scope.kind].set(String(scope[word]).trim().toLowerCase(), scope.id);
    }
    for (const word of wordsForAll) for (const words of Object.values(this.byWord)) words.set(word, 0);
  }

  /** Returns the store view that a word names by id, code or name; 0 for an empty word, undefined for an unknown one. */
  storeOf(word: string): number | undefined {
    return word === "" ? 0 : this.byWord.store.get(word.toLowerCase());
  }

  /** Returns the website that a word names as `storeOf` does. Magento writes its currency after it: `Main [USD]`. */
  websiteOf(word: string): number | undefined {
    if (word === "") return 0;
    const { website } = this.byWord;
    return website.get(word.toLowerCase()) ?? website.get(word.toLowerCase().replace(/\s*\[[a-z]{3}\]$/, ""));
  }

  /** The ids of the websites. */
  get websiteIds(): number[] {
    return this.scopes.filter(({ kind }) => kind === "website").map(({ id }) => id);
  }

  /** Returns a website as Magento's exports name it: by its code, or as all websites with their currency. */
  websiteNameOf(id: number): string {
    if (id === 0) return `All Websites [${this.currencyOf(0)}]`;
    return this.scopes.find((scope) => scope.kind === "website" && scope.id === id)?.code ?? String(id);
  }

  /** Returns the base currency of a website. */
  currencyOf(websiteId: number): string {
    return this.settings.value("currency/options/base", { storeId: 0, websiteId });
  }

  /** Whether the text beside a price stands for the base currency of a website. */
  isCurrencyOf(websiteId: number, text: string): boolean {
    const currency = this.currencyOf(websiteId);
    let marks = this.marks.get(currency);
    if (!marks) this.marks.set(currency, (marks = marksOf(currency)));
    return marks.has(text.toUpperCase()) || marks.has(text.replace(/\.$/, "").toUpperCase());
  }

  /** Returns the time zone of a store view. */
  timeZoneOf(storeId: number): string {
    const websiteId = this.stores.get(storeId)?.websiteId ?? 0;
    return this.settings.value("general/locale/timezone", { storeId, websiteId });
  }
}

const wordsForAll = ["all websites", "all store views", "all stores", "all"];

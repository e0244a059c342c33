import type { Amount } from "../../../../platform/money/amount.js";
import { negate } from "../../../../platform/money/arithmetic.js";
import {
  compileCartCondition,
  compileItemAlone,
  compileItemCondition,
  type ConditionItem,
} from "../../../promotion/published.js";
import { conditionView, type ConditionView } from "./condition-view.js";
import { discountItems, findTarget } from "./discount-actions.js";
import { DiscountLedger } from "./discount-ledger.js";
import type { RuleFacts } from "../facts.js";
import type { Item } from "../items.js";
import { applicableRules } from "./sales-rules.js";
import type { CartShare, Collector, RuleUse, Run, State } from "../state.js";
import { cartWeight } from "../weights.js";

/** Discounts items by the cart price rules that apply, one after the other. */
export const discount: Collector = (state, run) => {
  const ledger = new DiscountLedger(state.rows, run);
  const cartShares = new Map<number, CartShare>();
  const use = (ruleUse: RuleUse) => {
    const share = discountItems(ruleUse, ledger, run);
    if (share) cartShares.set(ruleUse.rule.id, share);
    return ledger.total;
  };
  const uses = run.decided?.uses ?? applyRules(state, run, use);
  if (run.decided) uses.forEach(use);
  return { ...state, rows: ledger.rows(), uses, cartShares, discountAmount: negate(ledger.total) };
};

/** Returns the rules whose conditions the cart meets. Each is applied immediately, because later ones see its discount. */
function applyRules(state: State, run: Run, use: (ruleUse: RuleUse) => Amount): RuleUse[] {
  const rules = applicableRules(run.cart, run.facts);
  if (rules.length === 0) return [];
  const view = conditionView(state, run, cartWeight(run.items));
  const matchers = rules.map((rule) => new Matcher(rule, view));
  const items = inOrderOfRules(run.items.top, matchers);
  const stopped = new Set<Item>();
  let discounted: Amount = negate(state.discountAmount);
  const uses: RuleUse[] = [];
  for (const matcher of matchers) {
    if (!compileCartCondition(matcher.rule.condition)(view.cart(discounted))) continue;
    const matched = items.filter((item) => !stopped.has(item) && matcher.matches(item));
    const reached = matched.map((item) => ({
      item,
      targets: matcher.targets(item, stopped).flatMap((target) => findTarget(matcher.rule, target) ?? []),
    }));
    const ruleUse = { rule: matcher.rule, matched, targets: reached.flatMap(({ targets }) => targets) };
    discounted = use(ruleUse);
    if (matcher.rule.stopsRules) for (const { item, targets } of reached) excludeFromLaterRules(item, targets, stopped);
    uses.push(ruleUse);
  }
  return uses;
}

/** Excludes the targets of a rule, which are items or children of a bundle, from later rules. */
function excludeFromLaterRules(item: Item, targets: RuleUse["targets"], stopped: Set<Item>): void {
  for (const target of targets) stopped.add(target.item);
  if (item.priced === "sum" && item.children.every((child) => stopped.has(child))) stopped.add(item);
}

/** Sorts items that meet the conditions of an earlier rule first, as in Magento: carries depend on the order. */
function inOrderOfRules(items: readonly Item[], matchers: readonly Matcher[]): Item[] {
  const ordered: Item[] = [];
  let rest = [...items];
  for (const matcher of matchers) {
    if (rest.length === 0) break;
    ordered.push(...rest.filter((item) => matcher.matches(item)));
    rest = rest.filter((item) => !matcher.matches(item));
  }
  return [...ordered, ...rest];
}

/** Finds the items that meet the conditions of a rule. */
class Matcher {
  readonly #alone: (item: ConditionItem) => boolean;
  readonly #withChildren: (item: ConditionItem) => boolean;
  readonly #found = new Map<Item, boolean>();

  constructor(
    readonly rule: RuleFacts,
    private readonly view: ConditionView,
  ) {
    this.#alone = compileItemAlone(rule.actionCondition);
    this.#withChildren = compileItemCondition(rule.actionCondition);
  }

  /** Returns whether the rule discounts a top-level item or a part of it. */
  matches(item: Item): boolean {
    const known = this.#found.get(item);
    if (known !== undefined) return known;
    const found = item.line.isWithoutDiscount !== true && this.#meets(item);
    this.#found.set(item, found);
    return found;
  }

  /**
   * Returns the targets of a rule for a matching item: the item itself, or the matching children of a dynamic bundle. If only
   * the bundle matches, its discount is divided among its children.
   */
  targets(item: Item, stopped: ReadonlySet<Item>): readonly Item[] {
    if (item.priced !== "sum") return [item];
    const children = item.children.filter((child) => !stopped.has(child));
    const matching = children.filter((child) => this.#isAlone(child));
    if (matching.length > 0) return matching;
    return children.length === item.children.length ? [item] : children;
  }

  #meets(item: Item): boolean {
    if (item.priced !== "sum") return this.#withChildren(this.view.item(item));
    return this.#isAlone(item) || item.children.some((child) => this.#isAlone(child));
  }

  #isAlone = (item: Item): boolean => item.line.isWithoutDiscount !== true && this.#alone(this.view.item(item));
}

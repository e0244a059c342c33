import { t } from "../translate.js";

/** What the calls that change prices do, in the words of people. */
const texts = (): Readonly<Record<string, string>> => ({
  "BasePriceStorage.update": t("Base prices set"),
  "SpecialPriceStorage.update": t("Special prices set"),
  "SpecialPriceStorage.delete": t("Special prices removed"),
  "TierPriceStorage.update": t("Tier prices set"),
  "TierPriceStorage.replace": t("Tier prices replaced"),
  "TierPriceStorage.delete": t("Tier prices removed"),
  "ProductTierPriceManagement.add": t("Tier prices set"),
  "ProductTierPriceManagement.remove": t("Tier prices removed"),
  "CostStorage.update": t("Costs set"),
  "CostStorage.delete": t("Costs removed"),
  "ProductRepository.save": t("Product saved"),
  "ProductRepository.deleteById": t("Product deleted"),
  "GroupRepository.deleteById": t("Customer group deleted"),
  "PriceHistory.undo": t("Undo of price changes"),
  "PriceImport.apply": t("Price file"),
  "PriceImport.propose": t("Price file"),
  "PriceSchedule.apply": t("Scheduled prices"),
});

/** Returns what a call does; another call, such as a command, keeps its name. */
export const callText = (call: string): string => texts()[call] ?? call;

import { GiftCardAccountManagement } from "./gift-cards/cart-cards.resolver.js";
import { GiftCardAccountRepository } from "./gift-cards/gift-card-accounts.resolver.js";
import { BalanceEntryRepository } from "./ledger/balances.resolver.js";
import {
  RewardManagement,
  RewardPointsRepository,
  RewardRateRepository,
} from "./reward-points/reward-points.resolver.js";
import { BalanceManagementFromQuote, StoreCreditRepository } from "./store-credit/store-credit.resolver.js";

export const resolvers = [
  GiftCardAccountManagement,
  GiftCardAccountRepository,
  BalanceEntryRepository,
  BalanceManagementFromQuote,
  StoreCreditRepository,
  RewardManagement,
  RewardPointsRepository,
  RewardRateRepository,
];

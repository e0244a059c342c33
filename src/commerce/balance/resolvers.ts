import { GiftCardAccountManagement } from "./gift-cards/cart-cards.resolver.js";
import {
  GiftCardAccountRepository,
  GiftCardCodePool,
  GiftCardRedemption,
} from "./gift-cards/gift-card-accounts.resolver.js";
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
  GiftCardCodePool,
  GiftCardRedemption,
  BalanceEntryRepository,
  BalanceManagementFromQuote,
  StoreCreditRepository,
  RewardManagement,
  RewardPointsRepository,
  RewardRateRepository,
];

import { closedSet, type ValueOf } from "../../api/contract/closed-set.js";

export const guardAction = closedSet("PriceGuardRailAction", "What happens to a change that breaks a guard-rail.", {
  REFUSE: ["refuse", "The rows that break it fail."],
  HOLD: ["hold", "The whole call waits for the approval of another user."],
});
export type GuardAction = ValueOf<typeof guardAction>;

export const brokenLimit = closedSet("PriceGuardRailLimit", "A limit of a guard-rail.", {
  RISE: ["rise", "The largest rise, `max_rise_percent`."],
  FALL: ["fall", "The largest fall, `max_fall_percent`."],
  FLOOR: ["floor", "The distance to the cost, `floor_above_cost_percent`."],
  CEILING: ["ceiling", "The highest price, `ceiling`."],
  ROWS: ["rows", "The number of prices that one call changes, `max_rows`."],
});

export const proposalState = closedSet("PriceProposalState", "State of a held call.", {
  OPEN: ["open", "It waits for a decision."],
  APPROVED: ["approved", "It was approved and has run."],
  REJECTED: ["rejected", "It was rejected."],
});

export const proposalGroupState = closedSet("PriceProposalGroupState", "State of the held calls of a group.", {
  OPEN: ["open", "One of them waits for a decision."],
  APPROVED: ["approved", "All were approved and have run."],
  REJECTED: ["rejected", "All were rejected."],
  MIXED: ["mixed", "Some were approved and the others rejected."],
});

export const scheduleState = closedSet("PriceScheduleState", "State of scheduled prices.", {
  OPEN: ["open", "They are not due yet."],
  APPLIED: ["applied", "They were set."],
  CANCELED: ["canceled", "They were canceled."],
  FAILED: ["failed", "They were rejected as a whole."],
});

import { closedSet, type ValueOf } from "../contract/closed-set.js";

export const operationStatus = closedSet("OperationState", "Status of a queued operation.", {
  COMPLETE: [1, "It succeeded."],
  RETRIABLE: [2, "It failed but can be retried."],
  FAILED: [3, "It failed and needs a correction."],
  OPEN: [4, "It is waiting to run."],
  REJECTED: [5, "It was rejected."],
});

export const bulkState = closedSet("BulkState", "State of a bulk.", {
  RUNNING: ["running", "Some of its operations are open."],
  COMPLETE: ["complete", "All operations have ended, and none failed."],
  FAILED: ["failed", "All operations have ended, and one failed or was rejected."],
});
export type BulkState = ValueOf<typeof bulkState>;

export const callbackState = closedSet("CallbackState", "State of a callback.", {
  PENDING: ["pending", "It is waiting to be sent."],
  DELIVERED: ["delivered", "The receiver has accepted it."],
  FAILED: ["failed", "It was not delivered within a day, or can no longer be delivered."],
});

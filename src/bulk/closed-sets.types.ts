import { closedSet } from "../contract/closed-set.js";

export const operationStatus = closedSet("OperationState", "How a queued operation stands.", {
  COMPLETE: [1, "It succeeded."],
  RETRIABLE: [2, "It failed and may be tried again."],
  FAILED: [3, "It failed and needs a change."],
  OPEN: [4, "It waits to run."],
  REJECTED: [5, "It was rejected."],
});

export const bulkState = closedSet("BulkState", "How a bulk stands.", {
  RUNNING: ["running", "Some of its operations are open."],
  COMPLETE: ["complete", "All operations have ended, and none failed."],
  FAILED: ["failed", "All operations have ended, and one failed or was rejected."],
});

export const callbackState = closedSet("CallbackState", "How a callback stands.", {
  PENDING: ["pending", "It is to be sent."],
  DELIVERED: ["delivered", "The receiver has it."],
  FAILED: ["failed", "It could not be delivered for a day."],
});

// What other domains may import about samples of emails.

export { mailKinds } from "./mails/mail-settings.js";
export { mailValues } from "./mails/mail-values.js";
export { sampleFacts } from "./mails/sample-order.js";

import { describeStories } from "../describe-stories.js";

describeStories("products", ({ name }) => name === "21-scopes-prices-website", {
  settings: { PORTICO_PRICE_SCOPE: "website" },
  before: ["00-attributes"],
});

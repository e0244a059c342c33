import { describeStories } from "../describe-stories.js";

describeStories("products", ({ name }) => name === "21-scopes-prices-website", { PORTICO_PRICE_SCOPE: "website" });

import { describeStories } from "../describe-stories.js";

describeStories("customers", () => true);

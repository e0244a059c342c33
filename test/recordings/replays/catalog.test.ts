import { describeStories } from "../describe-stories.js";

describeStories("catalog", () => true);

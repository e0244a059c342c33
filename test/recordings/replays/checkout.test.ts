import { describeStories } from "../describe-stories.js";

describeStories("checkout", () => true);

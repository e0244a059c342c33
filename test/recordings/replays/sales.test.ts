import { describeStories } from "../describe-stories.js";

describeStories("sales", () => true);

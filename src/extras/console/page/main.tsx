import { render } from "preact";
import { App } from "./parts/app.js";
import { resume } from "./lib/session.js";
import "./styles/console.css";

const container = document.getElementById("app");
if (container) render(<App />, container);
void resume();

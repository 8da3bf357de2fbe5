import { startApp } from "./app.mjs";

startApp();

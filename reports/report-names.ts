/** The folder of the scripts that repeat findings, in that of the run. */
export const reproFolder = "repro";

/** Where Allure's result files are in the folder of a run. */
export const allureFolder = "allure-results";

/** The Allure report, once it is built. */
export const allureName = "allure.html";

/** The files in a folder once a run was reported, besides its results and its journal. */
export const reportNames = [
  "junit.xml",
  "ctrf.json",
  "summary.md",
  "badge.svg",
  "index.html",
  "exchanges.har",
  reproFolder,
  allureFolder,
  allureName,
];

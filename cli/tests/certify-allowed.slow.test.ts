import { expect, test, vi } from "vitest";
import { packageFile } from "../../base/package-file.ts";
import { certifyInProcess } from "../testing/certifying.ts";
import { mayRepeat } from "../testing/may-repeat.ts";
import { rowsOf } from "../testing/rows.ts";
import { allClaims, allowed, expectCertified, hasPython } from "../testing/variants.ts";

// They mostly wait, so many run side by side.
vi.setConfig({ maxConcurrency: 32 });

test.concurrent.each(rowsOf(Object.keys(allowed)))(
  "an application that is %s is certified without a warning",
  mayRepeat("an application that is %s is certified without a warning"),
  (name) => expectCertified(name),
);

test
  .runIf(hasPython)
  .concurrent(
    "the application in Python is certified for everything",
    mayRepeat("the application in Python is certified for everything"),
    async () => {
      const command = `python3 "${packageFile("examples/partner-app-python/app.py")}"`;
      expect(await certifyInProcess(command, allClaims, {})).toMatchObject({ verdict: "pass" });
    },
  );

import { expect, onTestFinished, test } from "vitest";
import { dataFolder } from "../testing/served.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openStore } from "./open-store.ts";

test("an assay works on a newer schema that only added something, and refuses one that took something away", async () => {
  const database = await openStore({ folder: `${await dataFolder()}/database` });
  onTestFinished(() => database.close());
  const next = migrations.length + 1;
  await database.query("INSERT INTO assay.migrations (number) VALUES ($1)", [next]);
  await migrate(database);
  await database.query("UPDATE assay.migrations SET needs = number WHERE number = $1", [next]);
  await expect(migrate(database)).rejects.toThrow(`its schema is ${next} and needs one that knows ${next}`);
});

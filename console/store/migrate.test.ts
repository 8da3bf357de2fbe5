import { expect, onTestFinished, test } from "vitest";
import { startQueue } from "../queue/queue.ts";
import { dataFolder } from "../testing/served.ts";
import { keepSchema, migrate } from "./migrate.ts";
import { migrations, needed } from "./migrations.ts";
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

test("an assay leaves a schema as it is where that is asked, and refuses one that it does not work on", async () => {
  const database = await openStore({ folder: `${await dataFolder()}/database` });
  onTestFinished(() => database.close());
  const done = () => database.query("SELECT max(number)::int AS number FROM assay.migrations");
  await database.query("DELETE FROM assay.migrations WHERE number > $1", [needed]);
  await keepSchema(database);
  expect(await done()).toEqual([{ number: needed }]);
  await database.query("DELETE FROM assay.migrations WHERE number = $1", [needed]);
  await expect(keepSchema(database)).rejects.toThrow(`is ${needed - 1}, and this assay works from ${needed} on`);
  await database.script("DROP SCHEMA assay CASCADE");
  await expect(keepSchema(database)).rejects.toThrow("the schema of the database is 0");
});

test("an assay refuses tables of the queue that are older than it needs, where the schema stays as it is", async () => {
  const database = await openStore({ folder: `${await dataFolder()}/database` });
  onTestFinished(() => database.close());
  await database.query("UPDATE assay_queue.version SET version = version - 1");
  await expect(startQueue(database, () => undefined, true)).rejects.toThrow("the queue's tables are older");
});

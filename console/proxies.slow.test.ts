import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { packageFile } from "../base/package-file.ts";
import { freePorts } from "../cli/testing/certifying.ts";
import { testConsole } from "./testing/served.ts";

/** Debian's nginx, or another that the environment names. */
const nginx = [process.env.ASSAY_TEST_NGINX ?? "", "/usr/sbin/nginx"].find((file) => file !== "" && existsSync(file));

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

test.skipIf(!nginx)(
  "behind nginx, with TLS and below a path, people sign in, and pages that follow a run are not held back",
  async () => {
    const port = await freePorts(2);
    const folder = mkdtempSync(join(tmpdir(), "assay-nginx-"));
    const made = [
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-subj",
      "/CN=localhost",
    ];
    execFileSync("openssl", ["req", ...made, "-keyout", join(folder, "key"), "-out", join(folder, "cert")], {
      stdio: "ignore",
    });
    const url = `https://localhost:${port}/certify`;
    const served = await testConsole({ atOnce: 0, publicUrl: url, trustsProxy: true, isLeftAlone: true });
    // The example as it is, but for names, ports and files of this machine.
    const site = readFileSync(packageFile("examples/deployment/nginx.conf"), "utf8")
      .replaceAll("market.example.com", "localhost")
      .replace("443 ssl", `127.0.0.1:${port} ssl`)
      .replace("listen 80", `listen 127.0.0.1:${port + 1}`)
      .replace("127.0.0.1:4180", new URL(served.url).host)
      .replace("/etc/ssl/market.pem", join(folder, "cert"))
      .replace("/etc/ssl/market.key", join(folder, "key"));
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const file = join(folder, "nginx.conf");
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; ${temporary.join(" ")}\n${site}}`,
    );
    execFileSync(nginx ?? "", ["-t", "-q", "-c", file, "-e", join(folder, "log")]);
    const child = spawn(nginx ?? "", ["-c", file, "-e", join(folder, "log")], { stdio: "ignore" });
    onTestFinished(async () => {
      child.kill("SIGQUIT");
      await Promise.all([once(child, "exit"), served.close()]);
    });
    while (!(await isListening(port))) await sleep(50);
    const agent = new Agent({ ca: readFileSync(join(folder, "cert")), rejectUnauthorized: false });
    let cookie = "";
    const ask = async (path: string, form?: Record<string, string>) => {
      const headers = {
        ...(cookie ? { cookie } : {}),
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      };
      const sent = request(`${url}${path}`, { agent, method: form ? "POST" : "GET", headers });
      sent.end(form && new URLSearchParams(form).toString());
      const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
      cookie = answer.headers["set-cookie"]?.[0]?.split(";", 1)[0] ?? cookie;
      return answer;
    };
    const link = served.operatorLink ?? "";
    const joined = await ask(link.slice(url.length), { email: "o@a.example", password: "correct horse battery" });
    expect([joined.statusCode, joined.headers.location]).toEqual([303, "/certify/"]);
    expect(joined.headers["set-cookie"]?.[0]).toMatch(
      /^__Secure-assay_session=.*Path=\/certify\/; HttpOnly; SameSite=Strict.*; Secure$/,
    );
    const page = await ask("/partners");
    expect([page.statusCode, page.headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
    const { database } = served.context;
    const [run] = await database.query<{ id: string }>(
      `WITH p AS (INSERT INTO assay.partners (slug, name, slot) VALUES ('acme', 'Acme', 0) RETURNING id)
     INSERT INTO assay.runs (partner_id, asked_by, job_id) SELECT id, 'nightly', gen_random_uuid() FROM p RETURNING id`,
    );
    const stream = await ask(`/runs/${run?.id}/events`);
    const [chunk] = (await once(stream, "data")) as [Buffer];
    expect(chunk.toString()).toContain('event: state\ndata: {"state":"queued"');
    stream.destroy();
    const addresses = await database.query<{ address: string }>("SELECT DISTINCT address FROM assay.audit");
    expect(addresses).toEqual([{ address: "127.0.0.1" }]);
  },
);

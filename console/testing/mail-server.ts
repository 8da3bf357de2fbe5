import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived. */
export interface ParsedMail {
  from: string;
  to: string;
  subject: string;
  text: string;
}

/** A mail server of a test's own. */
export interface TestMailServer {
  url: string;
  /** The mails that arrived since this was last asked. */
  take: () => ParsedMail[];
  /** The number that arrived since then. */
  arrived: () => number;
  refuse: (isRefused: boolean) => void;
  close: () => Promise<void>;
}

/** Starts a mail server that asks for a name and a password. */
export async function startMailServer(): Promise<TestMailServer> {
  let arrived: ParsedMail[] = [];
  let isRefused = false;
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === "assay" && password === "p@ss" ? done(null, { user: username }) : done(new Error("who is this?")),
    onData(stream, session, done) {
      const keep = async () => {
        const raw = await text(stream);
        if (isRefused) throw Object.assign(new Error("not now"), { responseCode: 451 });
        const envelope = session.envelope.mailFrom;
        arrived.push({
          from: envelope ? envelope.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          ...partsOf(raw),
        });
      };
      callbackify(keep)(done);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://assay:${encodeURIComponent("p@ss")}@127.0.0.1:${port}`,
    take() {
      const all = arrived;
      arrived = [];
      return all;
    },
    arrived: () => arrived.length,
    refuse(so) {
      isRefused = so;
    },
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

function partsOf(raw: string): Pick<ParsedMail, "subject" | "text"> {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const body = rest.join("\n\n");
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? "";
  return {
    subject: decoded(subject.replace(/\r\n[ \t]/g, " ")),
    text: /quoted-printable/i.test(head) ? unquoted(body.replace(/=\r?\n/g, "")) : body,
  };
}

const unquoted = (written: string): string =>
  Buffer.from(
    written.replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString("utf8");

/** A header's words in their own characters. */
const decoded = (written: string): string =>
  written
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, way: string, words: string) =>
      way.toUpperCase() === "B" ? Buffer.from(words, "base64").toString("utf8") : unquoted(words.replaceAll("_", " ")),
    );

import type { MailSettings } from "../context.ts";
import { refuseWithinTransaction } from "../store/transactions.ts";

/** One mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  messageId?: string;
}

/** The used part of the package nodemailer, which is loaded only where mail is sent. */
interface Mailer {
  createTransport(options: Record<string, unknown>): {
    sendMail(mail: Mail & { from: string }): Promise<{ response?: string }>;
    close(): void;
  };
}

/** The time that a mail server may take for one step, in milliseconds. */
const stepWithin = 20_000;

/** Hands a mail over, and returns what the server says; a link or a file is never fetched for it. */
export async function sendMail({ url, from }: MailSettings, mail: Mail): Promise<string> {
  refuseWithinTransaction();
  const name = "nodemailer";
  const mailer = (await import(name)) as Mailer;
  const times = { connectionTimeout: stepWithin, greetingTimeout: stepWithin, socketTimeout: stepWithin };
  const transport = mailer.createTransport({ url, ...times, disableFileAccess: true, disableUrlAccess: true });
  try {
    return (await transport.sendMail({ ...mail, from })).response ?? "";
  } finally {
    transport.close();
  }
}

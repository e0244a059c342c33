import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A received message. */
interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers, an empty line and the text, without the protocol's dot stuffing. */
  readonly data: string;
}

/** A local mail server that accepts all mails. */
export interface SmtpServer extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The answers to the next recipients, one line each; 250 when these are used up. */
  readonly answers: string[];
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const answers: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    void converse(socket, { received, answers });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Implements the part of RFC 5321 that a client needs to send a message. */
async function converse(
  socket: Socket,
  { received, answers }: { received: ReceivedMail[]; answers: string[] },
): Promise<void> {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let from = "";
  let to: string[] = [];
  let data: string[] | undefined;
  say("220 localhost ESMTP");
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (data && line !== ".") data.push(line.replace(/^\./, ""));
    else if (data) {
      received.push({ from, to, data: data.join("\n") });
      [from, to, data] = ["", [], undefined];
      say("250 taken");
    } else if (/^EHLO/i.test(line)) say("250 localhost");
    else if (/^MAIL FROM:/i.test(line)) {
      from = between(line);
      say("250 ok");
    } else if (/^RCPT TO:/i.test(line)) {
      const answer = answers.shift() ?? "250 ok";
      if (answer.startsWith("2")) to.push(between(line));
      say(answer);
    } else if (/^DATA/i.test(line)) {
      data = [];
      say("354 go on");
    } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
    else {
      [from, to] = ["", []];
      say("250 ok");
    }
  }
}

const between = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? "";

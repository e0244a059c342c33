import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A message as it was taken. */
interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers, an empty line and the text, with the dots of the protocol taken away. */
  readonly data: string;
}

/** A mail server on this machine that takes what it is sent. */
export interface SmtpServer extends AsyncDisposable {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** What the next recipients are answered with, one line each; 250 once these are used up. */
  readonly answers: string[];
}

export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: Taken[] = [];
  const answers: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    void converse(socket, { taken, answers });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    answers,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** As much of RFC 5321 as a client needs to hand a message over. */
async function converse(socket: Socket, { taken, answers }: { taken: Taken[]; answers: string[] }): Promise<void> {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let from = "";
  let to: string[] = [];
  let data: string[] | undefined;
  say("220 localhost ESMTP");
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    if (data && line !== ".") data.push(line.replace(/^\./, ""));
    else if (data) {
      taken.push({ from, to, data: data.join("\n") });
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

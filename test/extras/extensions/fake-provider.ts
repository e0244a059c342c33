import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { GatewayPayment } from "../../../src/commerce/checkout/payment/payment-method.js";
import { FakeGateway } from "../../commerce/checkout/fake-gateway.js";

const secret = "signing-secret";
type Step = "authorize" | "capture" | "void" | "refund";

/** What the provider does with the steps of payments: answer, answer never although the money is moved, or fail. */
type Behaviour = "answers" | "moves the money and hangs" | "fails";

/** A payment provider over HTTP, with one gateway in memory. It signs its messages. */
export class FakeProvider implements AsyncDisposable {
  readonly gateway = new FakeGateway("100");
  readonly secret = secret;
  behaviour: Behaviour = "answers";
  /** All requests, the oldest first. */
  readonly calls: {
    readonly step: Step;
    readonly payment: GatewayPayment;
    readonly transaction: string | undefined;
    /** What the shop sent to name its account. */
    readonly account: string | undefined;
  }[] = [];

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<FakeProvider> {
    const server = createServer();
    const provider = new FakeProvider(server);
    server.on("request", (request, response) => void provider.answer(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Posts a signed message to a shop. */
  notify(rest: string, event: object, signature?: string): Promise<Response> {
    const body = JSON.stringify(event);
    return fetch(`${rest}psp/payments`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Psp-Signature": signature ?? createHmac("sha256", secret).update(body).digest("hex"),
      },
      body,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const step = (request.url ?? "").slice(1) as Step;
    const key = String(request.headers["idempotency-key"]);
    const payment = { ...(JSON.parse(await text(request)) as GatewayPayment), key };
    if (this.behaviour === "fails") return void response.writeHead(500).end("{}");
    const answer = await this.gateway[step](payment);
    const isDone = answer.status === "done";
    const account = request.headers["x-account"]?.toString();
    this.calls.push({ step, payment, transaction: isDone ? answer.transactionId : undefined, account });
    if (this.behaviour === "moves the money and hangs" && step === "authorize") return;
    response.writeHead(isDone ? 200 : 402, { "Content-Type": "application/json" });
    response.end(JSON.stringify(isDone ? { id: answer.transactionId } : { message: answer.message }));
  }
}

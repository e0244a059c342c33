import { LARGEST_MESSAGE, requestCode } from "./wire-messages.js";

/** The kinds of client requests that the bridge distinguishes. */
export type Request =
  | { kind: "start" | "decline-encryption" | "terminate" }
  | { kind: "run"; unit: Buffer }
  | { kind: "unsupported"; reason: string };

/** Message types that end a unit: Sync, Query, Flush, FunctionCall. */
const unitEnds = new Set(["S", "Q", "H", "F"]);

/**
 * Cuts the bytes of one client into units that the engine can run without anything in between. The engine has a single
 * session: if the messages of two clients were mixed, one would bind the other's unnamed statement.
 */
export class WireReader {
  private started = false;
  private chunks: Buffer[] = [];
  private available = 0;
  private wanted = 8;
  private unit: Buffer[] = [];

  /** Takes the next bytes, and yields the requests that they complete. */
  *read(bytes: Buffer): Generator<Request> {
    this.chunks.push(bytes);
    this.available += bytes.length;
    while (this.available >= this.wanted) {
      const buffer = this.joined();
      const length = this.lengthOf(buffer);
      if (length < 5 || length > LARGEST_MESSAGE) {
        yield { kind: "unsupported", reason: "A message has an invalid length." };
        return;
      }
      if (buffer.length < length) {
        this.wanted = length;
        return;
      }
      this.keep(buffer.subarray(length));
      yield* this.requestOf(buffer.subarray(0, length));
    }
  }

  private joined(): Buffer {
    const only = this.chunks.length === 1 ? this.chunks[0] : undefined;
    return only ?? Buffer.concat(this.chunks);
  }

  private lengthOf(buffer: Buffer): number {
    return this.started ? buffer.readInt32BE(1) + 1 : buffer.readInt32BE(0);
  }

  private keep(rest: Buffer): void {
    this.chunks = rest.length > 0 ? [rest] : [];
    this.available = rest.length;
    this.wanted = this.started ? 5 : 8;
  }

  private *requestOf(bytes: Buffer): Generator<Request> {
    if (!this.started) {
      yield this.firstRequest(bytes.length < 8 ? 0 : bytes.readInt32BE(4));
      return;
    }
    const type = String.fromCharCode(bytes[0] ?? 0);
    if (type === "X") {
      yield { kind: "terminate" };
      return;
    }
    this.unit.push(bytes);
    if (unitEnds.has(type)) {
      const unit = this.unit.length === 1 ? bytes : Buffer.concat(this.unit);
      this.unit = [];
      yield { kind: "run", unit };
    }
  }

  private firstRequest(code: number): Request {
    switch (code) {
      case requestCode.ssl:
      case requestCode.gss:
        return { kind: "decline-encryption" };
      case requestCode.cancel:
        return { kind: "terminate" };
      case requestCode.protocol3:
        this.started = true;
        this.wanted = 5;
        return { kind: "start" };
      default:
        return { kind: "unsupported", reason: "Only protocol version 3.0 is supported." };
    }
  }
}

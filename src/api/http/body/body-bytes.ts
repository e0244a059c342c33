import type { IncomingMessage } from "node:http";
import { payloadTooLarge, undecodable } from "../../call/errors.js";

/** Counts bytes as they arrive. Throws if there are too many. */
export interface ByteMeter {
  reserve(bytes: number): void;
}

/** Bodies read early, because the identity of the caller depends on them. */
const earlyBodies = new WeakMap<IncomingMessage, Buffer>();

/** Reads a body before the caller is known and keeps it for `readBytes`. Throws 413 above the limit. */
export async function readBodyEarly(request: IncomingMessage, limit: number): Promise<Buffer> {
  const bytes = await readBytes(request, limit);
  earlyBodies.set(request, bytes);
  return bytes;
}

/**
 * Reads a body; an absent one is empty. Throws 413 above the limit, 400 for a body that ends too early, and the
 * errors of the meter.
 */
export async function readBytes(request: IncomingMessage, limit: number, meter?: ByteMeter): Promise<Buffer> {
  const known = earlyBodies.get(request);
  if (known) return known;
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  if (length === undefined && encoding === undefined) return Buffer.alloc(0);
  if (length !== undefined && Number(length) > limit) {
    // Drain the rest, because unread data would block the connection.
    request.resume();
    throw payloadTooLarge(limit);
  }
  return collect(request, { limit, meter });
}

function collect(
  request: IncomingMessage,
  { limit, meter }: { readonly limit: number; readonly meter: ByteMeter | undefined },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      try {
        if (received > limit) throw payloadTooLarge(limit);
        meter?.reserve(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        stop();
        request.resume();
        reject(error instanceof Error ? error : undecodable());
      }
    };
    const onEnd = () => {
      stop();
      const [only] = chunks;
      resolve(chunks.length === 1 && only ? only : Buffer.concat(chunks, received));
    };
    const onLoss = () => {
      stop();
      reject(undecodable());
    };
    const stop = () => request.off("data", onData).off("end", onEnd).off("close", onLoss).off("error", onLoss);
    request.on("data", onData).on("end", onEnd).on("close", onLoss).on("error", onLoss);
  });
}

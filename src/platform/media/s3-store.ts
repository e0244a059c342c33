import { Readable } from "node:stream";
import type * as Sdk from "@aws-sdk/client-s3";
import { checkKey } from "./media-keys.js";
import type { FileToWrite, MediaStore, OpenedFile, StoredFile } from "./media-store.js";

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Absent for AWS. */
  readonly endpoint: string | undefined;
  /** Prefix of all object names; may be empty. */
  readonly prefix: string;
  readonly pathStyle: boolean;
}

interface Connected {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
}

/** Timeout in milliseconds. */
const connectionTimeout = 5_000;
const responseTimeout = 30_000;

/** Stores files as objects in a bucket of AWS S3 or a compatible storage. */
export class S3Store implements MediaStore {
  private connected: Promise<Connected> | undefined;

  constructor(private readonly settings: S3Settings) {}

  async write({ key, mediaType, content }: FileToWrite): Promise<void> {
    const { sdk, client } = await this.connect();
    const object = { ...this.object(key), Body: content, ContentLength: content.byteLength, ContentType: mediaType };
    await client.send(new sdk.PutObjectCommand(object));
  }

  async read(key: string): Promise<OpenedFile | undefined> {
    const { sdk, client } = await this.connect();
    try {
      const { Body: content, ContentLength: size } = await client.send(new sdk.GetObjectCommand(this.object(key)));
      if (!(content instanceof Readable) || size === undefined)
        throw new Error(`the storage returned no content for ${key}`);
      return { size, content };
    } catch (error) {
      if (error instanceof sdk.S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    const { sdk, client } = await this.connect();
    // One by one, because not every S3-compatible storage can delete several at once.
    await client.send(new sdk.DeleteObjectCommand(this.object(key)));
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    const { sdk, client } = await this.connect();
    const Prefix = this.nameOf(`${folder}/`);
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: this.settings.bucket, Prefix })) {
      for (const { Key: name, LastModified: changedAt } of page.Contents ?? []) {
        if (name !== undefined && changedAt) yield { key: name.slice(this.nameOf("").length), changedAt };
      }
    }
  }

  close(): void {
    this.connected?.then(({ client }) => client.destroy()).catch(() => undefined);
  }

  private object(key: string) {
    checkKey(key);
    return { Bucket: this.settings.bucket, Key: this.nameOf(key) };
  }

  private nameOf(key: string): string {
    return this.settings.prefix === "" ? key : `${this.settings.prefix}/${key}`;
  }

  private connect(): Promise<Connected> {
    this.connected ??= load(this.settings).catch((error: unknown) => {
      this.connected = undefined;
      throw error;
    });
    return this.connected;
  }
}

/** Loads the SDK on first use, because it costs startup time and memory. */
async function load({ region, endpoint, pathStyle }: S3Settings): Promise<Connected> {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    // Older S3-compatible storages reject newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: connectionTimeout, requestTimeout: responseTimeout },
  });
  return { sdk, client };
}

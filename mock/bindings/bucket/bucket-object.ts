import type {
  BucketChecksums,
  BucketHttpMetadata,
  BucketObject,
  BucketObjectBody,
} from '../../../spec/services/object-storage/binding.ts';
import { bytesOfHex, type Extent, hashNames, type ObjectRecord } from '../../engines/objects/index.ts';
import { toHttpMetadata, writeHeaders } from './put-options.ts';

/** Facts about an object besides its record. */
export interface ObjectView {
  readonly range?: Extent | undefined;
  /** Whether it includes metadata: in lists only on request. */
  readonly http: boolean;
  readonly custom: boolean;
}

export const wholeView: ObjectView = { http: true, custom: true };

class StoredObject implements BucketObject {
  readonly key: string;
  readonly version: string;
  readonly size: number;
  readonly etag: string;
  readonly httpEtag: string;
  readonly uploaded: Date;
  readonly checksums: BucketChecksums;
  declare readonly httpMetadata?: BucketHttpMetadata;
  declare readonly customMetadata?: Record<string, string>;
  declare readonly range?: Extent;
  readonly storageClass: string;
  declare readonly ssecKeyMd5?: string;

  constructor(record: ObjectRecord, { range, http, custom }: ObjectView) {
    this.key = record.key;
    this.version = record.version;
    this.size = record.size;
    this.etag = record.etag;
    this.httpEtag = `"${record.etag}"`;
    this.uploaded = new Date(record.uploaded);
    this.checksums = getChecksums(record);
    if (http) this.httpMetadata = toHttpMetadata(record.headers);
    if (custom) this.customMetadata = { ...record.custom };
    if (range) this.range = range;
    this.storageClass = record.storageClass;
    if (record.secretMd5 !== undefined) this.ssecKeyMd5 = record.secretMd5;
  }

  writeHttpMetadata(headers: Headers): void {
    if (this.httpMetadata === undefined)
      throw new TypeError(
        `HTTP metadata unknown for key \`${this.key}\`. Did you forget to add 'httpMetadata' to \`include\` when listing?`,
      );
    writeHeaders(this.httpMetadata, headers);
  }
}

class StoredObjectBody extends StoredObject implements BucketObjectBody {
  /** Has all methods to read the stream, and knows whether it was read. */
  readonly #response: Response;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;

  constructor(record: ObjectRecord, view: ObjectView, body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    super(record, view);
    this.#response = new Response(body);
    this.body = body;
  }

  get bodyUsed(): boolean {
    return this.#response.bodyUsed;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#unused().arrayBuffer();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  async text(): Promise<string> {
    return this.#unused().text();
  }

  async json<T>(): Promise<T> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: this.httpMetadata?.contentType ?? '' });
  }

  #unused(): Response {
    if (this.bodyUsed || this.body.locked)
      throw new TypeError(
        'Body has already been used. It can only be used once. Use tee() first if you need to read it twice.',
      );
    return this.#response;
  }
}

/** An object as Worker code sees it. */
export const bucketObject = (record: ObjectRecord, view: ObjectView): BucketObject =>
  new StoredObject(record, view);

/** An object with its body as Worker code sees it. */
export const bucketObjectBody = (
  record: ObjectRecord,
  view: ObjectView,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): BucketObjectBody => new StoredObjectBody(record, view, body);

function getChecksums({ checksums }: ObjectRecord): BucketChecksums {
  const known = hashNames.flatMap((name) => {
    const digits = checksums[name];
    return digits === undefined ? [] : [[name, digits] as const];
  });
  return {
    ...Object.fromEntries(known.map(([name, digits]) => [name, bytesOfHex(digits).buffer])),
    toJSON: () => Object.fromEntries(known),
  };
}

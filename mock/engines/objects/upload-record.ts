import type { ObjectMetadata } from './object-record.ts';

/** An upload of parts, as a storage keeps it. */
export interface UploadRecord {
  readonly id: string;
  readonly key: string;
  readonly metadata: ObjectMetadata;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: 'open' | 'completed' | 'aborted';
}

/** A part of an upload. */
export interface PartRecord {
  readonly upload: string;
  readonly number: number;
  /** Of the part alone, and random: it says nothing of its bytes. */
  readonly etag: string;
  readonly md5: string;
  readonly size: number;
  /** Undefined for a part of no bytes. */
  readonly blob?: string | undefined;
}

/** What stands for a part when an upload is completed. */
export interface PartName {
  readonly partNumber: number;
  readonly etag: string;
}

import type { Finetune, FinetuneAssetName } from '../../spec/services/inference/finetunes.ts';

/** A fine-tune as it is kept: the resource, and the files that were uploaded for it. */
export interface StoredFinetune {
  readonly id: string;
  readonly resource: Readonly<Finetune>;
  readonly files: ReadonlyMap<FinetuneAssetName, Uint8Array<ArrayBuffer>>;
}

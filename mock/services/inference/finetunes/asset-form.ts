import { ApiError } from '../../../../spec/errors.ts';
import {
  type FinetuneAssetName,
  finetuneAssetFields as fields,
  finetuneAssets,
} from '../../../../spec/services/inference/finetunes.ts';
import type { UploadedBody } from '../../../call.ts';

export interface FinetuneAsset {
  readonly name: FinetuneAssetName;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the form that uploads a file of a fine-tune. Without the field of the name the file's own name
 * counts; the file may also be a text.
 *
 * @throws ApiError `finetune-asset-invalid`
 */
export async function readAssetForm(upload: UploadedBody | undefined): Promise<FinetuneAsset> {
  const form = upload?.type === 'multipart' ? upload.form : new FormData();
  const file = form.get(fields.file);
  if (file === null) throw invalid(`has no \`${fields.file}\``);
  const named = form.get(fields.name);
  const given = typeof named === 'string' ? named : typeof file === 'string' ? undefined : file.name;
  if (given === undefined) throw invalid(`has no \`${fields.name}\``);
  const name = finetuneAssets.find((asset) => asset === given);
  if (name === undefined) {
    throw invalid(`names the file ${JSON.stringify(given)}: it has to be ${finetuneAssets.join(' or ')}`);
  }
  const bytes =
    typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw invalid(`has an empty \`${fields.file}\``);
  return { name, bytes };
}

const invalid = (problem: string) => new ApiError('finetune-asset-invalid', { problem });

import { isBlob, isBytes } from '../../../../spec/value-kinds.ts';
import { hashBytes, hashText } from '../../../engines/seeded/random.ts';
import { inputBytes } from './input-bytes.ts';

/** Members with a source picture, or with its strength. */
const sources = /^(?:image|image_b64|mask|strength|image_input|input_image(?:_\d+)?)$/;

/**
 * The seed of a picture with source pictures. The drawing engine takes only text, so the sources affect the seed: other
 * sources give another picture, and the same sources the same one.
 *
 * @param asked the seed of the request, which is returned without source pictures
 */
export async function seedOfSources(
  input: Readonly<Record<string, unknown>>,
  asked: number | undefined,
): Promise<number | undefined> {
  let seed: number | undefined;
  for (const [name, value] of Object.entries(input)) {
    if (!sources.test(name) || value === undefined) continue;
    seed = hashText(name, (await getHash(value)) ^ (seed ?? asked ?? 0));
  }
  return seed ?? asked;
}

async function getHash(value: unknown): Promise<number> {
  if (isBlob(value)) return hashBytes(new Uint8Array(await value.arrayBuffer()));
  if (isBytes(value) || isNumbers(value)) return hashBytes(inputBytes(value));
  return hashText(typeof value === 'string' ? value : JSON.stringify(value));
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'number';
}

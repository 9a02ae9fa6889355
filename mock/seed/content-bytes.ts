import type { SeedContent } from '../../spec/seed-file/account-seed.ts';
import { fromBase64 } from '../engines/models/base64.ts';
import type { SeedDocument } from './seed-document.ts';
import { SeedFault } from './seed-fault.ts';

const encoder = new TextEncoder();

/**
 * The bytes that a seed says something holds.
 *
 * @throws SeedFault for a file that can't be read
 */
export async function contentBytes(
  content: SeedContent,
  document: SeedDocument,
): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof content === 'string') return encoder.encode(content);
  const { text, base64, json, file } = content;
  if (text !== undefined) return encoder.encode(text);
  if (base64 !== undefined) return fromBase64(base64);
  if (file !== undefined) return readSeedFile(file, document);
  return encoder.encode(JSON.stringify(json));
}

/** @throws SeedFault that says why a file can't be read */
export async function readSeedFile(file: string, document: SeedDocument): Promise<Uint8Array<ArrayBuffer>> {
  if (!document.readFile) {
    throw new SeedFault('files are read for a seed that is a file itself: read it with readSeed', ['file']);
  }
  try {
    return await document.readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SeedFault(`${file} can't be read: ${reason}`, ['file'], { cause });
  }
}

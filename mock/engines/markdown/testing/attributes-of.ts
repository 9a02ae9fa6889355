import { Attributes } from '../attributes.ts';
import { bytesOf } from './bytes-of.ts';

/** The attributes of a tag, of which only they are given: `href="/a" title=b`. */
export function attributesOf(written: string): Attributes {
  const attributes = new Attributes();
  const bytes = bytesOf(written);
  attributes.read(bytes, 0, bytes.length);
  return attributes;
}

import { encode } from 'fast-png';

/** A small PNG, half of it red and half of it blue. */
export function picture(): Uint8Array<ArrayBuffer> {
  const side = 32;
  const data = new Uint8Array(side * side * 3);
  for (let pixel = 0; pixel < side * side; pixel++) data[pixel * 3 + (pixel % side < side / 2 ? 0 : 2)] = 255;
  return new Uint8Array(encode({ width: side, height: side, data, channels: 3 }));
}

/** The bytes of a picture as Base64. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

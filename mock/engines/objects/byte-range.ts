import { ObjectError } from './object-error.ts';

/** A requested range: from an offset, a number of bytes, or the last bytes. Whole numbers, none negative. */
export type ByteRange =
  | { readonly offset?: number | undefined; readonly length?: number | undefined }
  | { readonly suffix: number };

/** Existing bytes of an object. */
export interface Extent {
  readonly offset: number;
  readonly length: number;
}

/**
 * The existing bytes in a range.
 *
 * @throws ObjectError `bad-range` if there are none
 */
export function getExtent(range: ByteRange, size: number): Extent {
  const { offset, length } = spread(range, size);
  if (offset >= size || length <= 0)
    throw new ObjectError('bad-range', `Of ${size} bytes none is in ${JSON.stringify(range)}.`);
  return { offset, length: Math.min(length, size - offset) };
}

function spread(range: ByteRange, size: number): Extent {
  if ('suffix' in range) {
    const length = Math.min(range.suffix, size);
    return { offset: size - length, length };
  }
  const { offset = 0, length = size - offset } = range;
  return { offset, length };
}

const single = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i;

/**
 * The bytes that a `Range` header requests: workerd.
 *
 * @returns undefined if the header can't be satisfied in this form, so that the whole object is served
 */
export function extentOfHeader(header: string, size: number): Extent | undefined {
  const [, first = '', last = ''] = single.exec(header) ?? [];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { offset: size - length, length } : undefined;
  }
  const offset = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return offset < size && offset <= Number(last || end) ? { offset, length: end - offset + 1 } : undefined;
}

import { describe, expect, it } from 'vitest';
import { type ByteRange, type Extent, extentOfHeader, getExtent } from './byte-range.ts';

describe('a range', () => {
  it.each<[ByteRange, Extent]>([
    [{}, { offset: 0, length: 10 }],
    [{ offset: 3 }, { offset: 3, length: 7 }],
    [{ length: 4 }, { offset: 0, length: 4 }],
    [
      { offset: 3, length: 4 },
      { offset: 3, length: 4 },
    ],
    [
      { offset: 3, length: 40 },
      { offset: 3, length: 7 },
    ],
    [{ suffix: 2 }, { offset: 8, length: 2 }],
    [{ suffix: 20 }, { offset: 0, length: 10 }],
  ])('%j of ten bytes is %j', (range, extent) => {
    expect(getExtent(range, 10)).toEqual(extent);
  });

  it.each<[ByteRange, number]>([
    [{ offset: 10 }, 10],
    [{ offset: 10, length: 1 }, 10],
    [{ offset: 11, length: 1 }, 10],
    [{ length: 0 }, 10],
    [{ suffix: 0 }, 10],
    [{}, 0],
    [{ suffix: 1 }, 0],
  ])('%j of %i bytes is invalid', (range, size) => {
    expect(() => getExtent(range, size)).toThrow(expect.objectContaining({ failure: 'bad-range' }));
  });
});

describe('a Range header', () => {
  it.each<[string, Extent]>([
    ['bytes=0-3', { offset: 0, length: 4 }],
    ['bytes=3-3', { offset: 3, length: 1 }],
    ['bytes=3-', { offset: 3, length: 7 }],
    ['bytes=-3', { offset: 7, length: 3 }],
    ['bytes=-30', { offset: 0, length: 10 }],
    ['bytes=8-30', { offset: 8, length: 2 }],
    ['Bytes=0-1', { offset: 0, length: 2 }],
    ['bytes= 0-1', { offset: 0, length: 2 }],
    ['bytes=0 - 4', { offset: 0, length: 5 }],
  ])('of %s is %j of ten bytes', (header, extent) => {
    expect(extentOfHeader(header, 10)).toEqual(extent);
  });

  it.each([
    'bytes=10-',
    'bytes=20-30',
    'bytes=5-2',
    'bytes=30-20',
    'bytes=-0',
    'bytes=-',
    'bytes=',
    'bytes=0-1,3-4',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1.5-2',
    'items=0-1',
    '0-1',
    '',
  ])('of %s cannot be satisfied', (header) => {
    expect(extentOfHeader(header, 10)).toBeUndefined();
  });

  it.each(['bytes=0-', 'bytes=0-0', 'bytes=-1'])('of %s requests nothing of an empty object', (header) => {
    expect(extentOfHeader(header, 0)).toBeUndefined();
  });
});

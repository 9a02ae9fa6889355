import { describe, expect, test } from 'vitest';
import { PictureShelf } from './picture-shelf.ts';

const picture = (size: number) => ({ bytes: new Uint8Array(size), mediaType: 'image/png' });
const megabyte = 1024 * 1024;

describe('PictureShelf', () => {
  test('returns the pictures put on it', () => {
    const shelf = new PictureShelf();
    const kept = picture(3);
    shelf.put('a', kept);
    expect(shelf.get('a')).toBe(kept);
    expect(shelf.get('b')).toBeUndefined();
  });

  test('drops the oldest pictures when they are too large, but keeps the last eight', () => {
    const shelf = new PictureShelf();
    for (let index = 0; index < 10; index++) shelf.put(String(index), picture(40 * megabyte));
    expect(shelf.get('1')).toBeUndefined();
    expect(shelf.get('2')).toBeDefined();
    expect(shelf.get('9')).toBeDefined();
  });

  test('keeps any number of small pictures', () => {
    const shelf = new PictureShelf();
    for (let index = 0; index < 1000; index++) shelf.put(String(index), picture(10));
    expect(shelf.get('0')).toBeDefined();
  });

  test('is restored by a snapshot', () => {
    const shelf = new PictureShelf();
    shelf.put('a', picture(1));
    const restore = shelf.snapshot();
    shelf.put('b', picture(1));
    shelf.remove('a');
    restore();
    expect(shelf.get('a')).toBeDefined();
    expect(shelf.get('b')).toBeUndefined();
  });
});

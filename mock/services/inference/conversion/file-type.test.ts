import { describe, expect, it } from 'vitest';
import { fileType } from './file-type.ts';

describe('fileType', () => {
  it.each([
    ['a.csv', 'text/plain', 'text/csv'],
    ['blob', 'TEXT/XML', 'application/xml'],
    ['a.unknown', 'image/jpg', 'image/jpeg'],
    ['a.b/blob', 'text/html', 'text/html'],
    ['archive.zip', 'application/zip', undefined],
    ['constructor', '', undefined],
  ])('reads %s of type %s as %s', (name, type, expected) => expect(fileType(name, type)).toBe(expected));
});

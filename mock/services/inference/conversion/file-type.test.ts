import { describe, expect, it } from 'vitest';
import { supportedFiles } from '../../../../spec/services/inference/conversion.ts';
import { fileType } from './file-type.ts';

describe('fileType', () => {
  it.each(supportedFiles.map(({ extension, mimeType }) => [extension, mimeType] as const))(
    'knows %s and its type',
    (extension, mimeType) => {
      expect(fileType(`a${extension.toUpperCase()}`, 'application/octet-stream')).toBe(mimeType);
      expect(fileType('blob', `${mimeType}; charset=utf-8`)).toBe(mimeType);
    },
  );

  it.each([
    ['a.csv', 'text/plain', 'text/csv'],
    ['blob', 'TEXT/XML', 'application/xml'],
    ['a.unknown', 'image/jpg', 'image/jpeg'],
    ['a.b/blob', 'text/html', 'text/html'],
    ['archive.zip', 'application/zip', undefined],
    ['constructor', '', undefined],
  ])('reads %s of type %s as %s', (name, type, expected) => expect(fileType(name, type)).toBe(expected));
});

import { describe, expect, it } from 'vitest';
import { declarationBytes, encodingOf } from './charset.ts';
import { bytesOf } from './testing/bytes-of.ts';

const meta = '<meta charset="shift_jis">';

describe('encodingOf', () => {
  it.each([
    { what: 'nothing is said', head: '<p>x', charset: undefined, encoding: 'utf-8' },
    { what: 'the header names one', head: '<p>x', charset: 'ISO-8859-1', encoding: 'windows-1252' },
    { what: 'the header and a meta tag differ', head: meta, charset: 'gbk', encoding: 'gbk' },
    { what: 'the header names none that exists', head: meta, charset: 'no-such', encoding: 'shift_jis' },
    { what: 'the header is empty', head: meta, charset: '', encoding: 'shift_jis' },
    { what: 'a meta tag names one', head: meta, charset: undefined, encoding: 'shift_jis' },
    { what: 'a meta tag is unquoted', head: '<meta charset=euc-kr>', charset: undefined, encoding: 'euc-kr' },
    {
      what: 'a meta tag stands for a header',
      head: '<META http-equiv="Content-Type" content="text/html; charset=big5">',
      charset: undefined,
      encoding: 'big5',
    },
    {
      what: 'a meta tag names none that exists',
      head: '<meta charset=x>',
      charset: undefined,
      encoding: 'utf-8',
    },
    {
      what: 'a readable meta tag says UTF-16',
      head: '<meta charset=utf-16le>',
      charset: undefined,
      encoding: 'utf-8',
    },
    { what: 'the meta tag is in a comment', head: `<!-- ${meta} -->`, charset: undefined, encoding: 'utf-8' },
    {
      what: 'the meta tag follows a comment',
      head: `<!-- x -->${meta}`,
      charset: undefined,
      encoding: 'shift_jis',
    },
    {
      what: 'the meta tag stands too far',
      head: `${' '.repeat(declarationBytes)}${meta}`,
      charset: undefined,
      encoding: 'utf-8',
    },
  ])('is $encoding when $what', ({ head, charset, encoding }) => {
    expect(encodingOf(bytesOf(head), charset)).toBe(encoding);
  });

  it.each([
    { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
    { mark: [0xff, 0xfe], encoding: 'utf-16le' },
    { mark: [0xfe, 0xff], encoding: 'utf-16be' },
  ])('is $encoding after its byte order mark, whatever else is said', ({ mark, encoding }) => {
    expect(encodingOf(Uint8Array.from([...mark, ...bytesOf(meta)]), 'gbk')).toBe(encoding);
  });
});

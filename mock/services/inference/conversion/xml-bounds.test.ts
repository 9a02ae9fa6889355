import { expect, it } from 'vitest';
import { requireXmlBounds } from './xml-bounds.ts';

const judged = (text: string) => {
  try {
    requireXmlBounds(text, { xmlNodes: 6, xmlDepth: 3 });
  } catch (error) {
    return String(error).replace(/.*more than /, '');
  }
  return 'fits';
};

it.each([
  ['<a><b><c/></b></a>', 'fits'],
  ['<a><b><c></c></b></a>', 'fits'],
  ['<a><b><c><d/></c></b></a>', '6 elements and attributes'],
  ['<a><b><c><d>', '3 deep'],
  ['<a b="<" c=\'>\' d=">/"/>', 'fits'],
  ['<a b="1" c="2" d="3" e="4" f="5" g="6"/>', '6 elements and attributes'],
  ['<?xml version="1.0"?><!-- a --><!DOCTYPE a><a/>', 'fits'],
  ['<a/><a/><a/><a/><a/><a/><a/>', '6 elements and attributes'],
  ['<<<<<<<', '6 elements and attributes'],
  ['<a b="<a b="<a b="<a b="', 'fits'],
  ['<a b=1 c=2 d=3 e=4 f=5', 'fits'],
  ['', 'fits'],
])('judges %s', (text, verdict) => expect(judged(text)).toBe(verdict));

it('reads the whole tag, however long it is', () => {
  expect(judged(`<a ${'b="" '.repeat(2_000_000)}/>`)).toBe('6 elements and attributes');
});

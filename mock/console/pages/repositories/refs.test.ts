import { expect, it } from 'vitest';
import { parseRefs } from './refs.ts';

const encoder = new TextEncoder();
const line = (text: string) => {
  const { length } = encoder.encode(text);
  return `${(length + 4).toString(16).padStart(4, '0')}${text}`;
};
const advertise = (...refs: string[]) => {
  const [first = '', ...rest] = refs;
  const service = `${line('# service=git-upload-pack\n')}0000`;
  return encoder.encode(
    `${service}${line(`${first}\0side-band-64k\n`)}${rest.map((ref) => line(`${ref}\n`)).join('')}0000`,
  );
};
const hash = 'a'.repeat(40);

it('reads branches and tags', () => {
  const names = [
    'HEAD',
    'refs/heads/main',
    'refs/heads/größer/x',
    'refs/notes/n',
    'refs/tags/v1',
    'refs/tags/v1^{}',
  ];
  expect(parseRefs(advertise(...names.map((name) => `${hash} ${name}`)))).toEqual({
    branches: ['main', 'größer/x'],
    tags: ['v1'],
  });
});

it('finds nothing in an empty repository', () => {
  expect(parseRefs(advertise(`${'0'.repeat(40)} capabilities^{}`))).toEqual({ branches: [], tags: [] });
});

it('refuses anything else', () => {
  expect(() => parseRefs(encoder.encode('<html>'))).toThrow('The server did not answer as Git does.');
});

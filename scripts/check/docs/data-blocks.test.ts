import { describe, expect, it } from 'vitest';
import { parseBlocks } from './code-blocks.ts';
import { checkData, isData } from './data-blocks.ts';

const read = (info: string, text: string) => {
  const [block] = parseBlocks('a.md', `\`\`\`${info}\n${text}\n\`\`\`\n`);
  if (!block || !isData(block)) throw new Error('no data');
  checkData(block);
};

describe('data of a page', () => {
  it.each([
    ['json', '{ "a": 1 }'],
    ['jsonc', '{ "a": 1, } // one'],
    ['yaml', 'a: 1'],
    ['json schema=serve-options', '{ "port": 4900 }'],
  ])('is read: %s', (info, text) => {
    expect(() => read(info, text)).not.toThrow();
  });

  it.each([
    ['json', '{ "a": 1, }', 'JSON'],
    ['jsonc', '{ "a" 1 }', 'ColonExpected'],
    ['yaml', 'a: "1', 'quote'],
    ['json schema=serve-options', '{ "prot": 4900 }', 'prot'],
    ['json schema=other', '{}', 'The schema other does not exist'],
  ])('is refused when wrong: %s %s', (info, text, why) => {
    expect(() => read(info, text)).toThrow(why);
  });
});

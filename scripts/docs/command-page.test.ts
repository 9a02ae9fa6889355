import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandFile, commandPage } from './command-page.ts';

it('the page of the command line is what the help says (touchstone record command updates it)', () => {
  expect(readFileSync(commandFile, 'utf8')).toBe(commandPage());
});

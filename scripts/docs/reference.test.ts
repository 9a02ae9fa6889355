import { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../spec/contract.ts';
import { allFields, functions } from '../../spec/rules-language.ts';
import { stances } from '../../spec/stances/index.ts';
import { v4Failures } from '../../spec/v4/failures.ts';
import { timeLimitTable } from '../../suites/harness/time-limits.ts';
import { createConformProgram } from '../conform/command.ts';
import { addServe } from '../serve/command.ts';
import { createReference } from './reference.ts';

const program = new Command();
addServe(program);
const options = [...program.commands, createConformProgram()].flatMap((command) =>
  command.createHelp().visibleOptions(command),
);
const ids = Object.keys(contract);
const serviceOf = (id: string) => id.split('.')[0] ?? '';

describe('the built reference', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    pages = await createReference();
  });

  it.each<readonly [page: string, names: readonly string[]]>([
    ['command', options.map(({ flags }) => `\`${flags.replaceAll('|', '\\|')}\``)],
    ['command', timeLimitTable.map(({ name }) => `| \`${name}\` |`)],
    ['errors', Object.keys(v4Failures).map((name) => `\`${name}\``)],
    ['rules-language', [...allFields.keys(), ...Object.keys(functions)].map((name) => `\`${name}\``)],
    ['stances', Object.keys(stances).map((id) => `\`${id}\``)],
    ...[...Map.groupBy(ids, serviceOf)].map(
      ([service, own]) => [service, own.map((id) => `### ${id}\n`)] as const,
    ),
  ])('has every name on its page: %s', (page, names) => {
    const text = pages.get(page) ?? '';
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });

  it('shows every operation with an exchange', () => {
    const sections = [...pages.values()].flatMap((page) => page.split(/^### /m).slice(1));
    const shown = new Map(sections.map((section) => [section.split('\n')[0], section]));
    expect(ids.filter((id) => !shown.get(id)?.includes('**Example**'))).toEqual([]);
  });
});

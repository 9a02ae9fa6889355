import { describe, expect, test } from 'vitest';
import { requirementById } from '../../spec/requirements.ts';
import { caseNames, readBody, readCase, readGolden } from './cases.ts';
import { getFields, splitDocument } from './document.ts';

const cases = caseNames().map(readCase);

describe('the cases of fixtures/markdown', () => {
  test('are many: at least 120, and at least 15 of them whole pages', () => {
    expect(cases.length).toBeGreaterThanOrEqual(120);
    expect(cases.filter(({ name }) => name.startsWith('page-')).length).toBeGreaterThanOrEqual(15);
  });

  test('have unique titles that say what happens', () => {
    const titles = cases.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => /[.]$|\bshould\b/.test(title))).toEqual([]);
  });

  test('name requirements that exist, each once', () => {
    const unknown = cases.flatMap(({ name, requirements }) =>
      requirements
        .filter((id, index) => !requirementById(id) || requirements.indexOf(id) !== index)
        .map((id) => `${name}: ${id}`),
    );
    expect(unknown).toEqual([]);
  });

  test('have a golden only where Markdown is expected', () => {
    const wrong = cases.filter((item) => {
      const golden = readGolden(item);
      if (item.expects.body === 'markdown') return golden === undefined;
      return item.expects.body !== 'either' && golden !== undefined;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('have goldens whose frontmatter is YAML of strings', () => {
    for (const item of cases) {
      const { frontmatter } = splitDocument(readGolden(item) ?? '');
      if (frontmatter !== undefined) expect(() => getFields(frontmatter), item.name).not.toThrow();
    }
  });

  test('have goldens that name only the hosts of their pages', () => {
    const leaking = cases.filter((item) => /localhost|127\.0\.0\.1/.test(readGolden(item) ?? ''));
    const own = leaking.filter(
      (item) => !/localhost|127\.0\.0\.1/.test(new TextDecoder().decode(readBody(item))),
    );
    expect(own.map(({ name }) => name)).toEqual([]);
  });

  test('keep the repository small: no file of a case is larger than 64 KiB', () => {
    const large = cases.filter((item) => (readGolden(item, { filled: false }) ?? '').length > 65_536);
    expect(large.map(({ name }) => name)).toEqual([]);
  });

  test.each(['', '..', 'no-such-case', 'README.md', 'Meta-all'])('do not include %j', (name) => {
    expect(() => readCase(name)).toThrow(/case\.json/);
  });
});

import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMock } from '../../mock/index.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The shell blocks of a section, and what stands behind each as its output. */
function session(title: string): { commands: string; output: string }[] {
  const section = new RegExp(`^## ${title}\\n(.*?)^## `, 'ms').exec(readme)?.[1] ?? '';
  const blocks = [...section.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, index) =>
    language === 'sh' ? [{ commands: text, output: blocks[index + 1]?.text ?? '' }] : [],
  );
}

/** Hides what differs from run to run: times, ids of exchanges, and the version of curl. */
const masked = (text: string) =>
  text
    .trim()
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"id":"[\w-]+","datetime"/g, '"id":"<id>","datetime"')
    .replace(/"rayName":"\w+"/g, '"rayName":"<ray>"')
    .replace(/curl\/[\w.-]+/g, 'curl');

/** What links to the sections of a page end in. */
const sectionsOf = (page: string) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

// `--json` came with curl 7.82; a machine with Node and npm alone has none.
const hasCurl = spawnSync('curl', ['--json', '{}', '--version']).status === 0;
const hasGit = spawnSync('git', ['--version']).status === 0;

describe('the README', () => {
  it.each(
    [
      { title: 'A curl session', blocks: 5, runs: hasCurl },
      { title: 'Rendering', blocks: 1, runs: hasCurl },
      { title: 'Repositories', blocks: 1, runs: hasCurl && hasGit },
      { title: 'Object storage and code interpreter', blocks: 2, runs: hasCurl },
    ].filter(({ runs }) => runs),
  )(
    'shows under "$title" what its commands print',
    async ({ title, blocks }) => {
      const folder = mkdtempSync(join(tmpdir(), 'touchstone-readme-'));
      const mock = createMock({ browser: { privateNetwork: 'loopback' } });
      const { api, edge, objects, interpreter } = await mock.listen({ port: 0 });
      const ports = new Map(
        [api, edge, objects, interpreter].map((url, at) => [`480${at}`, new URL(url ?? '').port]),
      );
      try {
        const steps = session(title);
        expect(steps.length).toBe(blocks);
        const divider = '-- end of a block --';
        const commands = steps.map((step) => `${step.commands}\nprintf '%s' '${divider}'`).join('\n');
        // What is written goes elsewhere than into the repository.
        const script = commands.replace(/-o picture\.png/, `-o ${join(folder, 'picture.png')}`);
        const { stdout } = await promisify(execFile)(
          'bash',
          ['-euc', script.replace(/\b480[0-3]\b/g, (port) => ports.get(port) ?? '')],
          { cwd: title === 'Repositories' ? folder : root, timeout: 60_000 },
        );
        const printed = stdout.split(divider).slice(0, -1);
        expect(printed.map(masked)).toEqual(steps.map(({ output }) => masked(output)));
      } finally {
        await mock.close();
        rmSync(folder, { recursive: true });
      }
    },
    90_000,
  );

  it('names flags of serve that exist', async () => {
    const child = spawn(process.execPath, ['scripts/touchstone.ts', 'serve', '--help'], { cwd: root });
    let help = '';
    child.stdout.on('data', (chunk) => {
      help += chunk;
    });
    await once(child, 'close');
    const flags = [...readme.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
    expect(flags.length).toBeGreaterThan(5);
    for (const flag of flags) expect(help).toContain(flag);
  });

  it('names files that exist, and sections that are in them', () => {
    const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      const [path = '', section] = link.split('#');
      const named = join(root, path);
      expect(existsSync(named), link).toBe(true);
      if (section !== undefined) expect(sectionsOf(readFileSync(named, 'utf8')), link).toContain(section);
    }
  });
});

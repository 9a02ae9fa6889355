/**
 * The documentation as a site. `bun run docs` builds it into a folder that any static server can serve, below any path;
 * `bun run docs dev` shows it while you write; `bun run docs preview` shows the built one.
 */
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build, createServer, serve } from 'vitepress';

const docs = join(import.meta.dirname, '..', '..', 'docs');

const usage = `Usage: bun run docs [build | dev | preview] [--out FOLDER] [--port N]

  build      builds the site; fails when a link leads nowhere or a page is not in the sidebar (default)
  dev        serves the pages and reloads them as you write
  preview    serves the site as it was built
  --out      folder of the built site (default: docs/.vitepress/dist)
  --port     port of dev and preview (default: 5173)`;

const commands = {
  async build({ out }: Options) {
    await build(docs, out === undefined ? {} : { outDir: out });
    console.log(`The site is in ${out ?? 'docs/.vitepress/dist'}.`);
  },
  async dev({ port }: Options) {
    const server = await createServer(docs, { port });
    await server.listen();
    server.printUrls();
  },
  async preview({ port }: Options) {
    await serve({ root: docs, port });
  },
};

interface Options {
  readonly out?: string | undefined;
  readonly port: number;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      out: { type: 'string' },
      port: { type: 'string', default: '5173' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const [name = 'build', ...rest] = positionals;
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (!isCommand(name) || rest.length > 0 || !/^\d+$/.test(values.port)) {
    console.error(
      `bun run docs does not know "${positionals.join(' ')}" or port "${values.port}".\n\n${usage}`,
    );
    return 2;
  }
  await commands[name]({ out: values.out, port: Number(values.port) });
  return 0;
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});

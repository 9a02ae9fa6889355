/**
 * Runs commands of Wrangler or `cf` in one process, as a start of them takes a second. A line of the input is the
 * folder, the arguments and the input of a command; a line of the output is the code and the text of its end. Runs on
 * Node.
 *
 *     node session.ts path/to/the/program.js
 */
import { Console } from 'node:console';
import { registerHooks } from 'node:module';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const url = pathToFileURL(process.argv[2] ?? '').href;
registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context);
    if (asked !== url) return loaded;
    // The programs keep to themselves what they start with: a function, or the last lines of a module.
    const source = `${loaded.source}`;
    return {
      ...loaded,
      source:
        loaded.format === 'module'
          ? `${source.replace(/^var cli = /m, 'export async function main() {\n$&')}\n}`
          : `${source}\nexports.main = main;`,
    };
  },
});

const { stdin, stdout, stderr } = process;
const answer = stdout.write.bind(stdout);
let text = '';
let isOver = false;
const collect = (chunk: unknown) => {
  if (!isOver) text += chunk;
  return true;
};
// Some parts keep the outputs of the start.
for (const output of [stdout, stderr]) output.write = collect;
process.exit = (code) => {
  process.exitCode = code ?? process.exitCode ?? 0;
  isOver = true;
  throw new Error('exit');
};
process.on('uncaughtException', (error) => {
  collect(error.stack);
  process.exitCode = 1;
});

// Each command adds listeners.
process.setMaxListeners(0);
// What a start of `cf` looks at.
process.argv = ['node', 'program', 'accounts', 'list'];
const { main } = await import(url);
for await (const line of createInterface({ input: stdin })) {
  const { cwd, args, input } = JSON.parse(line);
  process.chdir(cwd);
  process.argv = ['node', 'program', ...args];
  process.exitCode = undefined;
  text = '';
  isOver = false;
  const output = () =>
    new Writable({
      write(chunk, _, done) {
        collect(chunk);
        done();
      },
    });
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: output(), stderr: output() };
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  Object.assign(globalThis, { console: new Console(streams.stdout, streams.stderr) });
  const code = await main(args).then(
    () => process.exitCode ?? 0,
    () => process.exitCode ?? 1,
  );
  answer(`${JSON.stringify({ code, text })}\n`);
}

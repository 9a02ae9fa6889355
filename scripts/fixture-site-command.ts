import type { Command } from 'commander';
import { portNumber } from './option-values.ts';

/** Adds the command `fixture-site`. */
export function addFixtureSite(program: Command): void {
  program
    .command('fixture-site')
    .description('serve the origin of the edge tests')
    .option('--port <n>', 'port; 0 picks a free one', portNumber, 4810)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .action(async (options: { port: number; host: string }) => {
      const { serveFixtureSite } = await import('./fixture-site.ts');
      console.log((await serveFixtureSite(options)).url);
    });
}

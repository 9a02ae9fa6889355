import type { Execution } from './sandbox.ts';

/**
 * The text that a model gets for a program (example-apps: 2.2): its results and nothing else where it has any; else
 * its error; else what it wrote.
 */
export function toolOutput({ results, error, logs }: Execution): string {
  const shown = results.map((result) => result.text || result.html || JSON.stringify(result));
  if (shown.length > 0) return shown.join('\n');
  if (error) return `Error: ${error}`;
  const written = logs.stdout.join('\n');
  const complaints = logs.stderr.join('\n');
  if (complaints === '') return written || 'Code executed successfully';
  return `${written}${written === '' ? '' : '\n'}Error: ${complaints}`;
}

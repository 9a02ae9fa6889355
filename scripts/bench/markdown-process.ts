/**
 * A process with one engine, on any runtime: `markdown-process.ts ENGINE`. It reads jobs from standard input, one JSON
 * text on a line, and answers each with one on standard output.
 */
import { createInterface } from 'node:readline';
import type { EngineName } from './markdown-engines.ts';
import { type MarkdownJob, MarkdownWorker } from './markdown-job.ts';

const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const worker = await MarkdownWorker.load(process.argv[2] as EngineName); // The parent gives one of them.
  for await (const line of createInterface({ input: process.stdin })) {
    const job = JSON.parse(line) as MarkdownJob; // The parent wrote it.
    answer({ report: await worker.run(job) });
  }
} catch (error) {
  answer({ failure: String(error) });
}

import { measureMarkdownContest } from './markdown-contest.ts';
import { measureMarkdownEdge } from './markdown-edge.ts';
import { measureHostilePages } from './markdown-hostile-costs.ts';
import { measureMarkdownRates } from './markdown-rates.ts';
import type { Processes } from './processes.ts';
import { table } from './table.ts';

/** The conversion of HTML to Markdown, as the tables of its chapter. */
export async function measureMarkdown(processes: Processes): Promise<string> {
  const say = (what: string) => console.error(`bench: markdown, ${what}`);
  say('beside mdream');
  const rates = await measureMarkdownRates(processes);
  say('beside every engine');
  const { results, figures } = await measureMarkdownContest(processes);
  say('through the edge');
  const edge = await measureMarkdownEdge(processes);
  say('hostile pages');
  const hostile = await measureHostilePages(processes);
  return [table([...rates, ...results, ...edge]), figures, hostile].join('\n\n');
}

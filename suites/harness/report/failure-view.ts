import type { Catalogue } from '../catalogue.ts';
import type { Evidence } from '../evidence.ts';
import type { Finding, TestResult } from '../results.ts';
import { allExchanges, curlView, exchangeView } from './exchange-view.ts';
import { failedFindings } from './failed-findings.ts';
import { type Html, html } from './html.ts';
import { type PictureSource, picturesView } from './pictures-view.ts';
import { sentenceView } from './sentence-view.ts';
import { tellingExchanges } from './telling-exchanges.ts';

export interface FailureOptions {
  readonly catalogue: Catalogue;
  readonly edge: string | null;
  readonly pictures: PictureSource;
  /** Whether exchanges are shown. */
  readonly exchanges: boolean;
}

/** All that is known of a failure: sentences, differences, pictures, exchanges, and how to see it again. */
export function failureView(test: TestResult, options: FailureOptions): Html {
  const { valid, shown } = tellingExchanges(test);
  return html`${test.status === 'error' && html`<p class="message">${test.reason}</p>`}
${groupFindings(test).map((group) => groupView(group, options))}
${test.leaks.map((leak) => html`<p class="note">Left behind: ${leak}</p>`)}
${
  options.exchanges &&
  shown &&
  html`<div class="twins${valid ? ' two' : ''}">${valid && exchangeView(valid, 'valid', shown)}${exchangeView(shown, valid ? 'faulty' : null, valid)}</div>
${curlView(shown, options.edge)}
${allExchanges(test)}`
}
${!options.exchanges && test.exchanges.length > 0 && html`<p class="note">The exchanges of this test stand in results.json.</p>`}`;
}

/** Failed findings that say the same. */
interface FindingGroup {
  readonly message: string | null;
  readonly evidence: Evidence | null;
  readonly findings: readonly Finding[];
}

/** What several requirements say in the same words is shown once. */
function groupFindings(test: TestResult): FindingGroup[] {
  const groups = Map.groupBy(failedFindings(test), ({ message }) => message);
  return [...groups].map(([message, findings]) => ({
    message,
    evidence: findings.find(({ evidence }) => evidence !== null)?.evidence ?? null,
    findings,
  }));
}

function groupView({ message, evidence, findings }: FindingGroup, options: FailureOptions): Html {
  return html`<section class="finding">
${findings.map((finding) => requirementView(finding, options.catalogue))}
${message !== null && html`<p class="message">${withoutLines(message, evidence)}</p>`}
${evidence && differencesView(evidence)}
${evidence?.lines != null && linesView(evidence.lines)}
${evidence?.pictures && picturesView(evidence.pictures, options.pictures)}
</section>`;
}

function requirementView({ requirement, level }: Finding, catalogue: Catalogue): Html {
  const known = requirement === null ? undefined : catalogue.get(requirement);
  return html`<blockquote><p><span class="level ${level}">${level}</span> <b>${requirement ?? 'Contract'}</b> ${
    known ? sentenceView(known.sentence) : 'The answer has the shape that the contract gives its operation.'
  }</p>${known && html`<footer>${known.passage} <span class="certainty">${known.certainty}</span></footer>`}</blockquote>`;
}

/** A message without the lines or the pictures that are shown by themselves. */
function withoutLines(message: string, evidence: Evidence | null): string {
  if (evidence?.pictures) return message.replace(/ \(pictures: [^)]*\)$/, '');
  return evidence?.lines ? (message.split('\n', 1)[0] ?? '') : message;
}

function differencesView({ differences }: Evidence): Html | null {
  if (differences.length === 0) return null;
  return html`<table class="differences"><thead><tr><th scope="col">Where</th><th scope="col">Expected</th><th scope="col">Received</th></tr></thead>
<tbody>${differences.map(
    ({ path, expected, received }) =>
      html`<tr><th scope="row">${path}</th><td data-label="Expected"><ins>${expected}</ins></td><td data-label="Received"><del>${received}</del></td></tr>`,
  )}</tbody></table>`;
}

/** A difference of texts; the mark of each line says it as well as its colour. */
function linesView(lines: string): Html {
  const shown = lines.split('\n').map((line) => {
    const kind = line.startsWith('- ') || line === '-' ? 'minus' : line.startsWith('+') ? 'plus' : 'same';
    return html`<span class="${kind}">${line}\n</span>`;
  });
  return html`<figure class="lines"><figcaption><span class="minus">- expected</span> <span class="plus">+ received</span></figcaption><pre>${shown}</pre></figure>`;
}

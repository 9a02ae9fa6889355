import { getSource } from '../../../spec/sources.ts';
import type { Catalogue } from '../catalogue.ts';
import { counts } from '../counts.ts';
import type { Evidence, KeptPictures } from '../errors.ts';
import { getQuotes, type Quote } from '../quotes.ts';
import type { Finding, RunResult, TestResult } from '../results.ts';
import { allExchanges, curlView, exchangeView } from './exchange-view.ts';
import { type Html, html, type LaterContent, sentenceView } from './html.ts';
import { failedFindings, reportLimits, tellingExchanges } from './kept-results.ts';
import { serviceKey, serviceName } from './matrix-view.ts';

/** The status of a test in the report: a failure that does not count for the verdict is a warning. */
export type Kind = 'error' | 'failed' | 'warning' | 'passed' | 'skipped' | 'disabled';

const kinds: readonly Kind[] = ['error', 'failed', 'warning', 'passed', 'skipped', 'disabled'];

export function getKind(test: TestResult, strict: boolean): Kind {
  return test.status === 'failed' && !counts(test, strict) ? 'warning' : test.status;
}

/** Every test, with a filter: failures with all details, the others with their titles. */
export function testsView(result: RunResult, options: Omit<TestOptions, 'exchanges' | 'expected'>): Html {
  const rows = result.tests
    .map((test) => ({ test, kind: getKind(test, result.strict) }))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const services = [...new Set(result.tests.flatMap(getServices))].sort((a, b) =>
    serviceName(a).localeCompare(serviceName(b), 'en'),
  );
  const expected = new Set(result.baseline?.expected);
  let withExchanges = reportLimits.failuresWithExchanges;
  const items = rows.map(({ test, kind }, index) => {
    const exchanges = withExchanges > 0;
    if (isFailure(kind) && test.exchanges.length > 0) withExchanges--;
    return testView(test, kind, index, { ...options, exchanges, expected: expected.has(test.id) });
  });
  return html`<section id="tests" aria-labelledby="tests-title">
<h2 id="tests-title">Tests</h2>
${filterView(rows, services)}
<p id="shown" class="lead" role="status">${result.tests.length} tests</p>
<ul class="tests" role="list">${items}</ul>
</section>`;
}

function filterView(rows: readonly { readonly kind: Kind }[], services: readonly string[]): Html {
  const present = kinds
    .map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
    .filter(({ count }) => count > 0);
  const failing = present.some(({ kind }) => isFailure(kind));
  return html`<form id="filter" class="filter" role="search" aria-label="Tests" hidden>
<fieldset><legend class="sr">Status</legend>${present.map(
    ({ kind, count }) =>
      html`<label class="chip ${kind}"><input type="checkbox" name="status" value="${kind}"${isFailure(kind) || !failing ? html` checked` : null}> ${kind} <span class="count">${count}</span></label>`,
  )}</fieldset>
<div class="fields">
<label>Text <input type="search" name="text" autocomplete="off" spellcheck="false" placeholder="title or requirement" aria-keyshortcuts="/"></label>
<label>Service <select name="service"><option value="">all</option>${services.map(
    (key) => html`<option value="${key}">${serviceName(key)}</option>`,
  )}</select></label>
<label>Level <select name="level"><option value="">all</option><option value="must">MUST</option><option value="should">SHOULD</option><option value="may">MAY</option></select></label>
<button type="reset">Reset</button>
</div>
<p class="keys"><kbd>/</kbd> text <kbd>j</kbd> <kbd>k</kbd> next and previous <kbd>Enter</kbd> open <kbd>Esc</kbd> reset</p>
</form>`;
}

interface TestOptions extends FailureOptions {
  readonly content: LaterContent;
  /** Whether the baseline expects it to fail. */
  readonly expected: boolean;
}

function testView(test: TestResult, kind: Kind, index: number, options: TestOptions): Html {
  const attributes = html`id="t${index}" class="test ${kind}" data-status="${kind}" data-levels="${getLevels(test, options).join(' ')}" data-services="${getServices(test).join(' ')}"`;
  const ids = isFailure(kind) ? failedIds(test) : test.requirements;
  const head = html`<span class="badge ${kind}">${kind}</span> ${options.expected && html`<span class="badge">expected</span> `}<span class="title">${test.title}</span> <span class="about">${test.suite}${
    ids.length > 0 && html` · ${shortList(ids)}`
  }</span>`;
  if (isFailure(kind)) {
    return html`<li ${attributes} data-messages="${describeFindings(test)}"><details><summary>${head}</summary>${options.content.later(html`<div class="inside">${failureView(test, options)}</div>`)}</details></li>\n`;
  }
  return html`<li ${attributes}><p>${head}${test.reason !== null && html` <span class="why">${test.reason}</span>`}</p></li>\n`;
}

const isFailure = (kind: Kind) => kind === 'error' || kind === 'failed' || kind === 'warning';

/** The messages, for the filter. */
function describeFindings({ findings }: TestResult): string {
  const messages = findings.flatMap(({ message }) => message?.slice(0, 300) ?? []);
  return [...new Set(messages)].join(' ');
}

/** The requirements that failed in the test; its own if the harness broke. */
function failedIds(test: TestResult): readonly string[] {
  const failed = new Set(failedFindings(test).map(({ requirement }) => requirement));
  return failed.size > 0 ? [...failed] : test.requirements;
}

/** The services of its requirements and of its failures. */
function getServices(test: TestResult): string[] {
  return [...new Set([...test.requirements, ...failedIds(test)].map(serviceKey))];
}

function getLevels({ requirements, level }: TestResult, { catalogue }: FailureOptions): string[] {
  return [...new Set([level, ...requirements.map((id) => catalogue.get(id)?.level ?? level)])];
}

function shortList(ids: readonly string[]): string {
  return ids.length <= 6 ? ids.join(', ') : `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`;
}

export interface FailureOptions {
  readonly catalogue: Catalogue;
  readonly edge: string | null;
  readonly pictures: PictureSource;
  /** Whether exchanges are shown. */
  readonly exchanges: boolean;
}

/** All details of a failure: sentences, differences, pictures, exchanges, and how to repeat it. */
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
${!options.exchanges && test.exchanges.length > 0 && html`<p class="note">The exchanges of this test are in results.json.</p>`}`;
}

/** Failed findings with the same message. */
interface FindingGroup {
  readonly message: string | null;
  readonly evidence: Evidence | null;
  readonly findings: readonly Finding[];
}

/** Shows a message of several requirements once. */
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
  const known = catalogue.get(requirement);
  return html`<blockquote><p><span class="level ${level}">${level}</span> <b>${requirement}</b> ${known && sentenceView(known.sentence)}</p>${known && html`<footer>${passageView(known.passage)} <span class="certainty">${known.certainty}</span>${getQuotes(known.id).map(quoteView)}</footer>`}</blockquote>`;
}

/** The seed's words. */
const quoteView = ({ document, line, text }: Quote): Html =>
  html`<q title="${document}, line ${line}">${sentenceView(text)}</q>`;

/** A passage, as a link where its source has an address. */
function passageView(passage: string): Html {
  const at = getSource(passage)?.at;
  return at?.startsWith('https:') ? html`<a href="${at}">${passage}</a>` : html`${passage}`;
}

/** A message without the lines or pictures that are shown separately. */
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

/** A difference of texts; marks and colours show the same. */
function linesView(lines: string): Html {
  const shown = lines.split('\n').map((line) => {
    const kind = line.startsWith('- ') || line === '-' ? 'minus' : line.startsWith('+') ? 'plus' : 'same';
    return html`<span class="${kind}">${line}\n</span>`;
  });
  return html`<figure class="lines"><figcaption><span class="minus">- expected</span> <span class="plus">+ received</span></figcaption><pre>${shown}</pre></figure>`;
}

/** Returns the bytes of a picture; undefined when it is missing or the limit is reached. */
export type PictureSource = (path: string) => Uint8Array | undefined;

const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Expected, actual and difference; the script of the page lays the first two over each other. */
export function picturesView({ expected, actual, difference }: KeptPictures, pictures: PictureSource): Html {
  const shown = [
    ['expected', 'Expected', expected],
    ['actual', 'Received', actual],
    ...(difference === null ? [] : [['difference', 'Difference, in red', difference] as const]),
  ] as const;
  return html`<div class="pictures">${shown.map(
    ([kind, caption, path]) =>
      html`<figure class="${kind}">${pictureView(path, caption, pictures)}<figcaption>${caption}</figcaption></figure>`,
  )}</div>`;
}

function pictureView(path: string, caption: string, pictures: PictureSource): Html {
  const bytes = pictures(path);
  const type = types[/\w+$/.exec(path)?.[0] ?? ''];
  if (bytes === undefined || type === undefined) return html`<p class="note">See ${path}</p>`;
  return html`<img alt="${caption} picture" src="data:${type};base64,${Buffer.from(bytes).toString('base64')}">`;
}

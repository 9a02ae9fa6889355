import type { RunResult, TestResult } from '../results.ts';
import { counts } from '../verdict.ts';
import { failedFindings } from './failed-findings.ts';
import { type FailureOptions, failureView } from './failure-view.ts';
import { type Html, html } from './html.ts';
import { reportLimits } from './limits.ts';
import { serviceKey, serviceName } from './services.ts';

/** What a test is in the report: a failure that the verdict does not depend on is a warning. */
export type Kind = 'error' | 'failed' | 'warning' | 'passed' | 'skipped' | 'disabled';

const kinds: readonly Kind[] = ['error', 'failed', 'warning', 'passed', 'skipped', 'disabled'];

export function kindOf(test: TestResult, strict: boolean): Kind {
  return test.status === 'failed' && !counts(test, strict) ? 'warning' : test.status;
}

/** Every test with a filter above: failures with all that is known of them, the others by their titles. */
export function testsView(result: RunResult, options: Omit<FailureOptions, 'exchanges'>): Html {
  const rows = result.tests
    .map((test) => ({ test, kind: kindOf(test, result.strict) }))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  const services = [...new Set(result.tests.flatMap(servicesOf))].sort((a, b) =>
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
  /** Whether the baseline expects it to fail. */
  readonly expected: boolean;
}

function testView(test: TestResult, kind: Kind, index: number, options: TestOptions): Html {
  const attributes = html`id="t${index}" class="test ${kind}" data-status="${kind}" data-levels="${levelsOf(test, options).join(' ')}" data-services="${servicesOf(test).join(' ')}"`;
  const ids = isFailure(kind) ? failedIds(test) : test.requirements;
  const head = html`<span class="badge ${kind}">${kind}</span> ${options.expected && html`<span class="badge">expected</span> `}<span class="title">${test.title}</span> <span class="about">${test.suite}${
    ids.length > 0 && html` · ${shortList(ids)}`
  }</span>`;
  if (isFailure(kind)) {
    return html`<li ${attributes} data-said="${saidOf(test)}"><details><summary>${head}</summary><div class="inside">${failureView(test, options)}</div></details></li>\n`;
  }
  return html`<li ${attributes}><p>${head}${test.reason !== null && html` <span class="why">${test.reason}</span>`}</p></li>\n`;
}

const isFailure = (kind: Kind) => kind === 'error' || kind === 'failed' || kind === 'warning';

/** What was seen, for the filter. */
function saidOf({ findings }: TestResult): string {
  const messages = findings.flatMap(({ message }) => message?.slice(0, 300) ?? []);
  return [...new Set(messages)].join(' ');
}

/** The requirements that failed in it; its own where the harness broke. */
function failedIds(test: TestResult): readonly string[] {
  const failed = failedFindings(test).flatMap(({ requirement }) => requirement ?? []);
  return failed.length > 0 ? failed : test.requirements;
}

/** Those of its requirements, and of what else failed in it. */
function servicesOf(test: TestResult): string[] {
  return [...new Set([...test.requirements, ...failedIds(test)].map(serviceKey))];
}

function levelsOf({ requirements, level }: TestResult, { catalogue }: FailureOptions): string[] {
  return [...new Set([level, ...requirements.map((id) => catalogue.get(id)?.level ?? level)])];
}

function shortList(ids: readonly string[]): string {
  return ids.length <= 6 ? ids.join(', ') : `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more`;
}

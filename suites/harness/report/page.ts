import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toVisibleText } from '../../../spec/visible-text.ts';
import { showEntry } from '../baseline.ts';
import type { Catalogue } from '../catalogue.ts';
import type { RunResult } from '../results.ts';
import { namePresent } from '../service-results.ts';
import { describeCause, sharedCauses } from './causes.ts';
import { createLaterContent, type Html, html, type LaterContent, raw, sentenceView } from './html.ts';
import { barView, matrixView } from './matrix-view.ts';
import { pageScript } from './page-script.ts';
import { type PictureSource, testsView } from './tests-view.ts';

export interface PageOptions {
  readonly catalogue: Catalogue;
  /** Reads the pictures that findings name. */
  readonly pictures: PictureSource;
}

/**
 * A run as one HTML file that works from disk. It loads nothing, and its policy only allows its own script to run,
 * whatever a target answered.
 */
export function htmlReport(result: RunResult, { catalogue, pictures }: PageOptions): string {
  const style = readFileSync(new URL('./page.css', import.meta.url), 'utf8');
  const script = `(${pageScript.toString()})();`;
  const policy = `default-src 'none'; img-src data:; style-src '${hash(style)}'; script-src '${hash(script)}'; base-uri 'none'; form-action 'none'`;
  const notes = notesView(result);
  const content = createLaterContent();
  const causes = causesView(result, content);
  const { edge } = result.target;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${result.verdict}: ${result.target.api}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#tests">Skip to the tests</a>
${summaryView(result)}
<nav aria-label="Parts">${causes && html`<a href="#causes">Causes</a> `}<a href="#requirements">Requirements</a> <a href="#tests">Tests</a>${notes && html` <a href="#notes">Notes</a>`}</nav>
<main>
${causes}
${matrixView(result, catalogue, content)}
${testsView(result, { catalogue, edge, pictures, content })}
${notes}
</main>
<footer class="foot"><p>Secrets are redacted. <code>results.json</code> has all data; <code>touchstone conform judge results.json</code> judges it again.</p></footer>
<noscript><p class="foot">Without scripts, details of failures are in <code>results.json</code> only.</p></noscript>
${content.data()}
<script>${raw(script)}</script>
</body>
</html>
`;
  return toVisibleText(`${page}`);
}

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** The verdict, its reason, the target and the time. */
export function summaryView(result: RunResult): Html {
  const { counts, target, verdict, verdict_reason: reason, started_at: at, baseline } = result;
  const numbers = [
    ['failed', counts.failed, 'failed'],
    ['error', counts.errors, 'broken'],
    ['warning', counts.warnings, 'warnings'],
    ['skipped', counts.skipped, 'skipped'],
    ['disabled', counts.disabled, 'disabled'],
    ['passed', counts.passed, 'passed'],
  ] as const;
  const present = numbers.filter(([kind, number]) => number > 0 || kind === 'failed' || kind === 'passed');
  return html`<header class="top ${verdict.replace(' ', '-')}">
<p class="mark">touchstone <span>conformance report</span></p>
<h1>${capital(verdict)}</h1>
<p class="reason">${capital(reason)}.</p>
${baseline && html`<p class="reason">Against the baseline: <b>${baseline.verdict}</b>.</p>`}
${barView(numbers.filter(([, number]) => number > 0).map(([kind, number]) => [kind, number]))}
<ul class="numbers">${present.map(
    ([kind, number, word]) => html`<li class="${kind}"><b>${number.toLocaleString('en')}</b> ${word}</li>`,
  )}</ul>
<dl>
<div><dt>Target</dt><dd>${target.api}</dd></div>
${target.edge && html`<div><dt>Edge</dt><dd>${target.edge}</dd></div>`}
<div><dt>Services</dt><dd>${namePresent(result.services) || 'none'}</dd></div>
<div><dt>Zone</dt><dd>${target.zone_name ?? target.zone_id ?? 'none'}</dd></div>
<div><dt>When</dt><dd><time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>, ${lasting(result.duration_ms)}</dd></div>
<div><dt>Run</dt><dd>${result.run}${result.strict && ', strict'}${result.shard && `, part ${result.shard.index} of ${result.shard.of}`}</dd></div>
</dl>
${unjudgedView(result)}
${
  target.features.length > 0 &&
  html`<details class="features"><summary>Features of the target: ${target.features.length}</summary><p>${target.features.join(', ')}</p></details>`
}
</header>`;
}

/** Services that the target lacks or of which nothing counts, and why; null when every service has a verdict. */
function unjudgedView({ services }: RunResult): Html | null {
  const left = services.filter(({ verdict }) => verdict === 'absent' || verdict === 'not judged');
  if (left.length === 0) return null;
  const noun = left.length === 1 ? 'service has' : 'services have';
  return html`<details class="features"><summary>${left.length} ${noun} no verdict</summary><ul>${left.map(
    ({ name, verdict, reason, counts }) =>
      html`<li>${name}: ${sentenceView(reason ?? '')}${verdict === 'absent' && html`; ${counts.skipped} tests skipped`}</li>`,
  )}</ul></details>`;
}

/** Common causes of failures; null when each test failed for its own reason. */
function causesView({ tests }: RunResult, { later }: LaterContent): Html | null {
  const causes = sharedCauses(tests);
  if (causes.length === 0) return null;
  return html`<section id="causes" aria-labelledby="causes-title"><h2 id="causes-title">Common causes of failures</h2>
<ul>${causes.map(
    (cause) =>
      html`<li><details><summary>${describeCause(cause)}</summary>${later(html`<ul>${cause.tests.map((id) => html`<li>${id}</li>`)}</ul>`)}</details></li>`,
  )}</ul></section>`;
}

/** Leaks, and the comparison with a baseline; null when there is neither. */
export function notesView({ leaks, baseline }: RunResult): Html | null {
  const parts = [
    leaks.length > 0 &&
      html`<h3>Left behind in the target</h3><p><code>touchstone conform sweep</code> removes these resources.</p><ul>${leaks.map((leak) => html`<li>${leak}</li>`)}</ul>`,
    baseline &&
      baseline.unexpected_failures.length > 0 &&
      html`<h3>Failures that the baseline does not expect</h3><p>To expect a failure, add its entry to the baseline with your reason.</p>
<ul>${baseline.unexpected_failures.map(({ test, entry }) => html`<li>${test}<pre data-copy>${showEntry(entry)}</pre></li>`)}</ul>`,
    baseline &&
      baseline.unexpected_passes.length + baseline.stale.length > 0 &&
      html`<h3>Entries of the baseline that no longer hold</h3><ul>${[
        ...baseline.unexpected_passes,
        ...baseline.stale,
      ].map(({ message, entry }) => html`<li>${message}<pre>${showEntry(entry)}</pre></li>`)}</ul>`,
  ].filter((part) => part !== null && part !== false);
  if (parts.length === 0) return null;
  return html`<section id="notes" aria-labelledby="notes-title"><h2 id="notes-title">Notes</h2>${parts}</section>`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function lasting(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 1) return `${Math.round(milliseconds)} ms`;
  return seconds < 90 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

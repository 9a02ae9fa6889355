import type { Exchange } from '../exchange.ts';
import { twinSteps } from '../refusals.ts';
import type { TestResult } from '../results.ts';
import { bodyLines, linesOfItsOwn } from './body-lines.ts';
import { curlLine } from './curl-line.ts';
import { type Html, html } from './html.ts';
import { reportLimits } from './limits.ts';
import { keepTelling } from './telling-exchanges.ts';

/** How an exchange stands beside its twin. */
export type TwinMark = 'valid' | 'faulty' | null;

const titles = { valid: 'Valid request', faulty: 'Faulty request' } as const;

/** One exchange; lines of its request that its twin does not have are marked. */
export function exchangeView(exchange: Exchange, mark: TwinMark = null, twin?: Exchange): Html {
  const { request, response, error, step } = exchange;
  const name = mark === null ? (step ?? 'Request') : titles[mark];
  const about = mark === 'faulty' && step !== null && step !== twinSteps.faulty ? step : null;
  return html`<section class="exchange ${mark ?? 'single'}">
<h4>${name}${about && html` <span class="step">${about}</span>`}</h4>
<p class="line"><b>${request.method}</b> ${request.url}</p>
${headersView(request.headers, 'request')}
${request.body !== null && bodyView(request.body, twin?.request.body ?? undefined)}
${
  response
    ? html`<p class="line answer"><b class="status s${Math.floor(response.status / 100)}">${response.status}</b> in ${exchange.duration_ms.toFixed(0)} ms</p>
${headersView(response.headers, 'answer')}
${response.body !== '' && bodyView(response.body)}`
    : html`<p class="line answer"><b class="status s5">No answer</b> ${error}</p>`
}
</section>`;
}

/** The line that sends a request again. */
export function curlView(exchange: Exchange, edge: string | null): Html {
  const { command, notes } = curlLine(exchange, edge);
  return html`<section class="curl"><h4>See it yourself</h4><pre data-copy>${command}</pre>${notes.map(
    (note) => html`<p class="note">${note}</p>`,
  )}</section>`;
}

/** The exchanges of a test, folded away. */
export function allExchanges(test: TestResult): Html | null {
  const shown = keepTelling(test, reportLimits.exchangesOfTest);
  const more = test.exchanges.length - shown.length;
  if (shown.length < 2) return null;
  return html`<details class="all"><summary>${more > 0 ? `${shown.length} of ${test.exchanges.length}` : `All ${shown.length}`} exchanges of the test</summary>
<ol>${shown.map((exchange) => html`<li>${exchangeView(exchange)}</li>`)}</ol>
${more > 0 && html`<p class="note">${more} more stand in results.json.</p>`}</details>`;
}

function headersView(headers: readonly (readonly [string, string])[], whose: string): Html | null {
  if (headers.length === 0) return null;
  return html`<details class="headers"><summary>${headers.length === 1 ? '1 header' : `${headers.length} headers`}<span class="sr"> of the ${whose}</span></summary><pre>${headers
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}</pre></details>`;
}

function bodyView(body: string, twin?: string): Html {
  const lines = bodyLines(body, reportLimits.bodyCharacters);
  const own =
    twin === undefined
      ? new Set<number>()
      : linesOfItsOwn(lines, bodyLines(twin, reportLimits.bodyCharacters));
  const shown = lines.map((line, index) => [
    own.has(index) ? html`<mark>${line}</mark>` : line,
    index < lines.length - 1 ? '\n' : '',
  ]);
  return html`<pre class="body">${shown}</pre>`;
}

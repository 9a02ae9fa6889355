import type { Level } from '../../../spec/requirement.ts';
import type { Catalogue } from '../catalogue.ts';
import { levels } from '../levels.ts';
import type { RequirementResult, RunResult } from '../results.ts';
import { type Html, html, type LaterContent, sentenceView } from './html.ts';

const columns: readonly Level[] = [...levels].reverse();

/** Statuses of requirements in the matrix, the worst first. */
const kinds = ['failed', 'untested', 'skipped', 'passed'] as const;

/** The requirements that the run covered: numbers by service and level, then each with its sentence. */
export function matrixView({ requirements }: RunResult, catalogue: Catalogue, { later }: LaterContent): Html {
  const services = [...Map.groupBy(requirements, ({ id }) => serviceKey(id))].sort(([a], [b]) =>
    serviceName(a).localeCompare(serviceName(b), 'en'),
  );
  return html`<section id="requirements" aria-labelledby="requirements-title">
<h2 id="requirements-title">Requirements</h2>
<p class="lead">${requirements.length} requirements, by service and level. Each number links to its tests.</p>
<div class="matrix-frame"><table class="matrix"><thead><tr><th scope="col">Service</th>${columns.map(
    (level) => html`<th scope="col">${level.toUpperCase()}</th>`,
  )}</tr></thead>
<tbody>${services.map(
    ([key, own]) =>
      html`<tr><th scope="row">${serviceName(key)} <span class="key">${key}</span></th>${columns.map(
        (level) =>
          cellView(
            key,
            level,
            own.filter((one) => one.level === level),
          ),
      )}</tr>`,
  )}</tbody></table></div>
<details class="catalogue"><summary>Each requirement with its sentence</summary>${later(html`${services.map(([key, own]) => serviceView(key, own, catalogue))}`)}</details>
</section>`;
}

function cellView(service: string, level: Level, own: readonly RequirementResult[]): Html {
  if (own.length === 0) return html`<td class="none"><span class="sr">none</span></td>`;
  const count = (kind: RequirementResult['status']) => own.filter(({ status }) => status === kind).length;
  const parts = kinds.map((kind) => [kind, count(kind)] as const).filter(([, number]) => number > 0);
  const numbers = parts.map(([kind, number]) => `${number} ${kind}`).join(', ');
  const label = `${serviceName(service)}, ${level}: ${numbers}`;
  const failed = count('failed');
  return html`<td data-label="${level.toUpperCase()}"><button type="button" class="cell" data-service="${service}" data-level="${level}" aria-label="${label}" title="${numbers}">
<span class="numbers">${failed > 0 && html`<b class="bad">${failed} failed</b><span class="of">, </span>`}${count('passed')}<span class="of"> of ${own.length} hold</span></span>
${barView(parts)}</button></td>`;
}

/** A bar with one proportional segment per status, next to the numbers. */
export function barView(parts: readonly (readonly [kind: string, count: number])[]): Html {
  const whole = parts.reduce((sum, [, number]) => sum + number, 0);
  let at = 0;
  const rects = parts.map(([kind, number]) => {
    const width = (number / whole) * 100;
    const rect = html`<rect class="${kind}" x="${at.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="4"/>`;
    at += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}

function serviceView(key: string, own: readonly RequirementResult[], catalogue: Catalogue): Html {
  const sorted = own.toSorted((a, b) => kinds.indexOf(a.status) - kinds.indexOf(b.status));
  const failed = own.filter(({ status }) => status === 'failed').length;
  return html`<details class="service"><summary>${serviceName(key)} <span class="count">${own.length}${
    failed > 0 && html`, <b class="bad">${failed} failed</b>`
  }</span></summary><ul>${sorted.map(({ id, level, status, tests }) => {
    const known = catalogue.get(id);
    return html`<li class="${status}"><span class="badge ${status}">${status}</span> <b>${id}</b> <span class="level ${level}">${level}</span> ${known && sentenceView(known.sentence)} <span class="count">${tests.length} ${tests.length === 1 ? 'test' : 'tests'}</span></li>`;
  })}</ul></details>`;
}

/** The services behind the first part of requirement ids. */
const names: Readonly<Record<string, string>> = {
  V4: 'All answers',
  TV: 'Token validation',
  AG: 'API gateway',
  ZN: 'Zones',
  US: 'User',
  RS: 'Rulesets',
  RL: 'Rules language',
  ST: 'Settings',
  CH: 'Custom hostnames',
  AN: 'Analytics',
  MD: 'Markdown',
  INF: 'Inference',
  GW: 'AI gateway',
  BR: 'Browser rendering',
  AR: 'Artifacts',
  OBJ: 'Object storage',
  PY: 'Code interpreter',
};

/** The key of a requirement's service. */
export const serviceKey = (requirement: string): string => requirement.split('-')[0] ?? requirement;

/** The name of a service; its key where it has none here. */
export const serviceName = (key: string): string => names[key] ?? key;

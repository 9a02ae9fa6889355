import { styleText } from 'node:util';
import { cut } from '../../../mock/world/journal-entry.ts';
import { formatMilliseconds } from '../../../mock/world/journal-format.ts';
import type { JournalSummary } from '../../../spec/services/touchstone/events.ts';
import {
  requestLogLimits as limits,
  tokenRuleWords as words,
} from '../../../spec/services/touchstone/request-log.ts';
import { splitUrl } from '../../../spec/url.ts';
import { toVisibleLine } from '../../../spec/visible-text.ts';

/** How a log prints requests; each text ends with a line break. */
export interface LogFormat {
  request(summary: JournalSummary): string;
  /** @param count requests that are not printed */
  dropped(count: number): string;
}

/** JSON lines, each as `requestLogLineSchema` says. */
export const jsonFormat: LogFormat = {
  request: (summary) =>
    toJsonLine({
      ...summary,
      url: cut(summary.url, limits.urlCharacters),
      explanation: summary.explanation.slice(0, limits.reasons).map(cutReason),
    }),
  dropped: (dropped) => toJsonLine({ dropped }),
};

// JSON.stringify leaves characters as they are that a terminal obeys; all of them are in strings, where they can be
// escaped.
const toJsonLine = (value: object) => `${toVisibleLine(JSON.stringify(value))}\n`;

const cutReason = (reason: string) => cut(reason, limits.reasonCharacters);

/**
 * Lines for people: one for each request, and indented the reasons of a refusal, or why no token rule applied.
 *
 * @example
 * prettyFormat(false).request(summary);
 * // 12:00:00.250 api  GET /client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353 -> 403 0.4 ms zones.zone.get
 * //      permission-missing: …
 */
export function prettyFormat(inColor: boolean): LogFormat {
  const painter = (style: Parameters<typeof styleText>[0]) => {
    if (!inColor) return (text: string) => text;
    const [before, after] = styleText(style, ' ', { validateStream: false }).split(' ');
    return (text: string) => `${before}${text}${after}`;
  };
  const dim = painter('dim');
  const reasonColor = painter('yellow');
  const byStatus = ['red', 'green', 'green', 'cyan', 'yellow', 'red'].map((color) =>
    painter(['bold', color] as Parameters<typeof styleText>[0]),
  );
  const paintStatus = (status: number) => {
    const text = status === 0 ? 'connection dropped' : String(status);
    return byStatus[Math.floor(status / 100)]?.(text) ?? text;
  };
  return {
    request(summary) {
      const { at, plane, method, status, duration_ms: duration, operation, explanation } = summary;
      const asked = toVisibleLine(`${method} ${shownUrl(summary)}`);
      const rest = `${formatMilliseconds(duration)}${operation === null ? '' : ` ${toVisibleLine(operation)}`}`;
      const head = `${dim(toLocalTime(at))} ${plane.padEnd(4)} ${asked} -> ${paintStatus(status)} ${dim(rest)}\n`;
      const said = isRefused(status) ? explanation : whyUnruled(explanation);
      const left = said.length - limits.reasons;
      const reasons = said.slice(0, limits.reasons).map((reason) => toVisibleLine(cutReason(reason)));
      if (left > 0) reasons.push(`… and ${left} more: GET /_touchstone/journal has all of them.`);
      return head + reasons.map((reason) => `     ${reasonColor(reason)}\n`).join('');
    },
    dropped: (count) => dim(`… ${formatCount(count)} not shown`).concat('\n'),
  };
}

/** Why no token rule applied to a request that passed: it has no other trace. */
function whyUnruled(explanation: readonly string[]): readonly string[] {
  const having = (word: string) => explanation.filter((reason) => reason.includes(` ${word}: `));
  if (having(words.satisfied).length > 0 || having(words.unsatisfied).length > 0) return [];
  const rules = having(words.notApplied);
  if (rules.length === 0) return [];
  return [...explanation.filter((reason) => reason.startsWith(words.noOperation)), ...rules];
}

const formatCount = (count: number) =>
  count === 1 ? '1 request was' : `${count.toLocaleString('en-US')} requests were`;

/** Whether a log of errors has a request: one that was refused, failed, or got no answer. */
export const isRefused = (status: number): boolean => status >= 400 || status === 0;

/** Traffic of zones with its host, all other requests from the path on. */
function shownUrl({ plane, url }: JournalSummary): string {
  const { host, path, query } = splitUrl(url);
  return cut(
    `${plane === 'edge' ? host : ''}${path}${query === '' ? '' : `?${query}`}`,
    limits.urlCharacters,
  );
}

/** The time of day on this machine, with milliseconds. */
function toLocalTime(at: string): string {
  const date = new Date(at);
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits);
  return `${hours}:${minutes}:${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

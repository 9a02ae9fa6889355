import type { UnknownRoute } from '../../world/journal.ts';

/** As many routes as somebody reads at the end of a run. */
const shown = 20;

/**
 * What a mock was asked and had no operation for, for the end of a run; nothing where there was none.
 *
 * @example
 * whatWasUnknown(mock.unknown());
 * // touchstone: no operation was there for 2 requests:
 * //   2 × GET /client/v4/zonez
 * //     There is GET /client/v4/zones.
 */
export function whatWasUnknown(routes: readonly UnknownRoute[]): string | undefined {
  if (routes.length === 0) return undefined;
  const requests = routes.reduce((sum, { count }) => sum + count, 0);
  const lines = routes
    .slice(0, shown)
    .flatMap(({ method, path, count, explanation }) => [
      `  ${count} × ${method} ${path}`,
      ...explanation.map((line) => `    ${line}`),
    ]);
  const rest = routes.length > shown ? [`  and ${routes.length - shown} more`] : [];
  const what = requests === 1 ? '1 request' : `${requests} requests`;
  return [`touchstone: no operation was there for ${what}:`, ...lines, ...rest].join('\n');
}

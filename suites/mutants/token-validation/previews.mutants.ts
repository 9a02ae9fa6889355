import { defineMutants, mutant } from '../mutant.ts';

const handler = 'mock/services/token-validation/token-validation-service.ts';
const schemas = 'spec/services/token-validation/schemas.ts';

const shownState = 'state: getState(operation)';
const spread = `({ ...operation, ${shownState} })`;
const onPage = 'selected(operation, query)),\n    query,';
const info = 'const { total_pages: _, ...page } = info;';
const isIncluded = "included.has(host.toLowerCase()) ? 'included' : 'ignored'";
const isExcluded = 'if (excluded.has(operation_id))';
const pages = 'endpoint: queryList(z.string()),\n  ...paginationQuery,';
const imports = { file: schemas, replace: '  queryList,\n', by: '  queryInteger,\n  queryList,\n' };

const withInfo = (...members: string[]) =>
  `const page = { ...info, ${members.join(', ')} }; delete page.total_pages;`;

/** Previews: their lists, counts and pages. */
export const previewMutants = defineMutants([
  mutant('TV-PREV-1', 'previews-no-selector', {
    file: handler,
    replace: 'createState(body)',
    by: 'createState({})',
  }),
  mutant('TV-PREV-2', 'lists-no-operations-for-an-empty-selector', {
    file: handler,
    replace: 'operations.filter((operation) => selected(operation, query))',
    by: 'operations.filter((operation) => (body.include || body.exclude) && selected(operation, query))',
  }),
  mutant('TV-PREV-3', 'names-hosts-of-the-page-for-an-empty-selector', {
    file: handler,
    replace: 'available_hosts: hosts(operations)',
    by: 'available_hosts: hosts(body.include ? operations : items)',
  }),
  mutant('TV-PREV-4', 'begins-with-the-second-page', {
    file: schemas,
    replace: pages,
    by: `${pages} page: queryInteger(1, 999_999_999, 2),`,
    and: [imports],
  }),
  mutant('TV-PREV-5', 'shows-25-operations-a-page', {
    file: schemas,
    replace: 'per_page: perPageQuery(1),',
    by: 'per_page: queryInteger(1, 50, 25),',
    and: [imports],
  }),
  mutant('TV-PREV-6', 'shows-the-first-page-of-a-preview-alone', {
    file: handler,
    replace: onPage,
    by: 'selected(operation, query)),\n    { ...query, page: 1 },',
  }),
  mutant('TV-PREV-7', 'shows-ten-operations-at-least', {
    file: handler,
    replace: onPage,
    by: 'selected(operation, query)),\n    { ...query, per_page: Math.max(query.per_page, 10) },',
  }),
  mutant('TV-PREV-8', 'keeps-the-selector-of-a-preview', {
    file: handler,
    replace: 'const getState = createState(body);',
    by: 'const getState = createState(body); for (const rule of zone.tokenRules.list().slice(-1)) zone.tokenRules.put({ ...rule, selector: body });',
  }),
  mutant('TV-PREV-9', 'lists-operations-by-their-place', {
    unfit: 'By the schema they are an array.',
    file: handler,
    replace: 'operations: items',
    by: 'operations: { ...items }',
  }),
  mutant('TV-PREV-10', 'writes-the-total-as-a-text', {
    unfit: 'By the schema it is an integer.',
    file: handler,
    replace: 'total: operations.length',
    by: 'total: String(operations.length)',
  }),
  mutant('TV-PREV-11', 'counts-excluded-operations-as-included', {
    file: handler,
    replace: "included: count('included')",
    by: "included: count('included') + count('excluded')",
  }),
  mutant('TV-PREV-12', 'counts-excluded-operations-of-included-hosts', {
    file: handler,
    replace: "excluded: count('excluded')",
    by: "excluded: operations.filter(({ state, host }) => state === 'excluded' && includedHosts(body).has(host)).length",
  }),
  mutant('TV-PREV-13', 'counts-excluded-operations-as-ignored', {
    file: handler,
    replace: "ignored: count('ignored')",
    by: "ignored: operations.length - count('included')",
  }),
  mutant('TV-PREV-14', 'selects-hosts-of-excluded-operations', {
    file: handler,
    replace: "operation.state === 'included'",
    by: "operation.state !== 'ignored'",
  }),
  mutant('TV-PREV-14', 'selects-hosts-without-operations', {
    file: handler,
    replace: "hosts(operations.filter((operation) => operation.state === 'included'))",
    by: '[...includedHosts(body)]',
  }),
  mutant('TV-PREV-15', 'names-no-hosts-that-are-ignored', {
    file: handler,
    replace: 'available_hosts: hosts(operations)',
    by: "available_hosts: hosts(operations.filter(({ state }) => state !== 'ignored'))",
  }),
  mutant('TV-PREV-16', 'says-page-1-of-every-preview', {
    file: handler,
    replace: info,
    by: withInfo('page: 1'),
  }),
  mutant('TV-PREV-17', 'says-20-a-page-of-every-preview', {
    file: handler,
    replace: info,
    by: withInfo('per_page: 20'),
  }),
  mutant('TV-PREV-18', 'counts-nothing-on-later-pages', {
    file: handler,
    replace: info,
    by: withInfo('count: info.page === 1 ? info.count : 0'),
  }),
  mutant('TV-PREV-19', 'says-no-total-on-later-pages', {
    file: handler,
    replace: info,
    by: withInfo('total_count: info.page === 1 ? info.total_count : 0'),
  }),
  mutant('TV-PREV-20', 'includes-nothing-beside-an-exclude', {
    file: handler,
    replace: isIncluded,
    by: "excluded.size === 0 && included.has(host.toLowerCase()) ? 'included' : 'ignored'",
  }),
  mutant('TV-PREV-21', 'shows-excluded-operations-as-included', {
    file: handler,
    replace: isExcluded,
    by: 'if (excluded.has(operation_id) && !included.has(host))',
  }),
  mutant('TV-PREV-22', 'shows-ignored-operations-as-excluded', {
    file: handler,
    replace: isIncluded,
    by: "included.has(host.toLowerCase()) ? 'included' : 'excluded'",
  }),
  mutant('TV-PREV-23', 'ignores-what-is-excluded-of-other-hosts', {
    file: handler,
    replace: isExcluded,
    by: 'if (excluded.has(operation_id) && included.has(host))',
  }),
  mutant('TV-PREV-34', 'counts-what-was-shown-so-far', {
    file: handler,
    replace: 'operations.filter((operation) => operation.state === state).length;',
    by: 'operations.slice(0, query.page * query.per_page).filter((operation) => operation.state === state).length;',
  }),
  mutant('TV-PREV-34', 'counts-nothing-behind-the-first-page', {
    file: handler,
    replace: "included: count('included')",
    by: "included: query.page > 1 ? 0 : count('included')",
  }),
  mutant('TV-OP-1', 'numbers-operations-of-a-page', {
    unfit: 'By the schema the id is a UUID.',
    file: handler,
    replace: 'operations: items',
    by: 'operations: items.map((operation, index) => ({ ...operation, operation_id: `${index}` }))',
  }),
  mutant('TV-OP-7', 'names-operations-by-their-endpoint', {
    unfit: 'By the schema the id is a UUID.',
    file: handler,
    replace: spread,
    by: `({ ...operation, operation_id: operation.method + operation.endpoint, ${shownState} })`,
  }),
  mutant('TV-OP-2', 'shows-operations-of-get-alone', {
    file: handler,
    replace: spread,
    by: `({ ...operation, method: 'GET', ${shownState} })`,
  }),
  mutant('TV-OP-3', 'shows-the-zone-as-host', {
    file: handler,
    replace: spread,
    by: `({ ...operation, host: zone.zone.name, ${shownState} })`,
  }),
  mutant('TV-OP-4', 'shows-variables-with-a-colon', {
    file: handler,
    replace: spread,
    by: `({ ...operation, endpoint: operation.endpoint.replaceAll(/\\{(\\w+)\\}/g, ':$1'), ${shownState} })`,
  }),
  mutant('TV-OP-5', 'says-how-old-operations-are', {
    unfit: 'By the schema it is a timestamp.',
    file: handler,
    replace: spread,
    by: `({ ...operation, last_updated: '2 hours ago', ${shownState} })`,
  }),
  mutant('TV-OP-6', 'shows-a-fourth-state', {
    unfit: 'By the schema there are three states.',
    file: handler,
    replace: isIncluded,
    by: "included.has(host.toLowerCase()) ? 'included' : 'unmatched'",
  }),
]);

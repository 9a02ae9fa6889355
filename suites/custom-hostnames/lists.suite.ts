import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, isObject, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askList, createHostname, customerHost, hostnamesListed } from './making.ts';

interface Filter {
  readonly requirement: KnownRequirementId;
  readonly what: string;
  /** Creates two hostnames and returns queries, each with those of the two that it selects. */
  readonly prepare: (t: TestContext) => Promise<{
    readonly both: readonly [string, string];
    readonly cases: readonly (readonly [
      query: Readonly<Record<string, unknown>>,
      selected: readonly (0 | 1)[],
    ])[];
  }>;
}

/** Two hostnames, the second with different members. */
async function pair(
  t: TestContext,
  members: Readonly<Record<string, unknown>> = {},
  hosts?: readonly [string, string],
) {
  const [first, second] = hosts ?? [customerHost(t, 'one'), customerHost(t, 'two')];
  const one = await createHostname(t, { hostname: first });
  const two = await createHostname(t, { hostname: second, ...members });
  return { one, two, both: [one.hostname, two.hostname] as const };
}

const ssl = { method: 'http', type: 'dv' } as const;

const filters: readonly Filter[] = [
  {
    requirement: 'CH-LIST-2',
    what: 'id',
    prepare: async (t) => {
      const { one, two, both } = await pair(t);
      return {
        both,
        cases: [
          [{ id: one.id }, [0]],
          [{ id: two.id }, [1]],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-3',
    what: 'hostname.exact',
    prepare: async (t) => {
      const { one, both } = await pair(t);
      const part = one.hostname.slice(0, -1);
      return {
        both,
        cases: [
          [{ 'hostname.exact': one.hostname }, [0]],
          [{ 'hostname.exact': part }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-4',
    what: 'hostname.contain',
    prepare: async (t) => {
      const { one, both } = await pair(t);
      const middle = one.hostname.slice(1, -1);
      return {
        both,
        cases: [
          [{ 'hostname.contain': middle }, [0]],
          [{ 'hostname.contain': `x${middle}` }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-5',
    what: 'hostname.startsWith',
    prepare: async (t) => {
      const { one, both } = await pair(t);
      const start = one.hostname.slice(0, -1);
      const inner = one.hostname.slice(1);
      return {
        both,
        cases: [
          [{ 'hostname.startsWith': start }, [0]],
          [{ 'hostname.startsWith': inner }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-6',
    what: 'ssl',
    prepare: async (t) => {
      const { both } = await pair(t, { ssl });
      return {
        both,
        cases: [
          [{ ssl: 0 }, [0]],
          [{ ssl: 1 }, [1]],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-7',
    what: 'ssl_status',
    prepare: async (t) => {
      const { two, both } = await pair(t, { ssl });
      const status = object(two['ssl'], 'ssl')['status'];
      return {
        both,
        cases: [
          [{ ssl_status: status }, [1]],
          [{ ssl_status: 'expired' }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-8',
    what: 'hostname_status',
    prepare: async (t) => {
      const { one, both } = await pair(t);
      return {
        both,
        cases: [
          [{ hostname_status: one['status'] }, [0, 1]],
          [{ hostname_status: 'blocked' }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-9',
    what: 'certificate_authority',
    prepare: async (t) => {
      const { both } = await pair(t, { ssl: { ...ssl, certificate_authority: 'lets_encrypt' } });
      return {
        both,
        cases: [
          [{ certificate_authority: 'lets_encrypt' }, [1]],
          [{ certificate_authority: 'ssl_com' }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-10',
    what: 'custom_origin_server',
    prepare: async (t) => {
      const custom_origin_server = t.host('origin');
      const { both } = await pair(t, { custom_origin_server });
      return {
        both,
        cases: [
          [{ custom_origin_server }, [1]],
          [{ custom_origin_server: t.host('other') }, []],
        ],
      };
    },
  },
  {
    requirement: 'CH-LIST-11',
    what: 'wildcard',
    prepare: async (t) => {
      const { both } = await pair(t, {}, [customerHost(t), `*.${customerHost(t)}`]);
      return {
        both,
        cases: [
          [{ wildcard: false }, [0]],
          [{ wildcard: true }, [1]],
        ],
      };
    },
  },
];

/** Lists of custom hostnames. */
export const customHostnameListsSuite = defineSuite('custom-hostnames/lists', [
  ...filters.map(({ requirement, what, prepare }) =>
    test(requirement, `filters by ${what}`, async (t) => {
      const { both, cases } = await prepare(t);
      for (const [query, selected] of cases) {
        const expected = selected.map((index) => both[index]);
        equal(await hostnamesListed(t, query, both), expected, `what ${JSON.stringify(query)} selects`);
      }
    }),
  ),
  test('CH-LIST-12', 'is ordered by certificate, in both directions', async (t) => {
    const { both } = await pair(t, { ssl });
    const ordered = (direction: string) => hostnamesListed(t, { order: 'ssl', direction }, both);
    equal(await ordered('asc'), [...both], 'the hostnames, ascending');
    equal(await ordered('desc'), both.toReversed(), 'the hostnames, descending');
  }),
  test('CH-LIST-13', 'comes in pages', async (t) => {
    const { id: zone } = await t.zone();
    const made: string[] = [];
    for (let count = 0; count < 6; count++) made.push((await createHostname(t, {}, zone)).hostname);
    const page = async (number: number) => {
      const { body } = await askList(t, { page: number, per_page: 5 }, zone);
      const { result, result_info } = isObject(body) ? body : {};
      const info = object(result_info, 'result_info');
      equal([info['page'], info['per_page'], info['total_count']], [number, 5, 6], 'result_info');
      return array(result, 'result').map((record) => object(record, 'a custom hostname')['hostname']);
    };
    const pages = [await page(1), await page(2), await page(3)];
    equal(
      pages.map(({ length }) => length),
      [5, 1, 0],
      'the lengths of the pages',
    );
    equal(pages.flat().sort(), made.toSorted(), 'the hostnames of all pages');
  }),
  test('CH-LIST-14', 'refuses another filter next to id', async (t) => {
    const { id, hostname } = await createHostname(t);
    const other = {
      'hostname.exact': hostname,
      'hostname.contain': 'shop',
      'hostname.startsWith': 'shop',
      ssl: 0,
    };
    await t.refused({
      good: () => askList(t, { id }),
      bad: Object.entries(other).map(([name, value]) => ({
        what: `with ${name}`,
        send: () => askList(t, { id, [name]: value }),
      })),
      status: 400,
      code: 1438,
      snapshot: async () => [],
    });
  }),
  test('CH-LIST-15', 'refuses a hostname.contain that no hostname contains', async (t) => {
    const wrong = ['x'.repeat(256), 'shop!', 'a b', '192.0.2.1'];
    await t.refused({
      good: () => askList(t, { 'hostname.contain': 'shop' }),
      bad: wrong.map((value) => ({
        what: `of ${value.slice(0, 20)}`,
        send: () => askList(t, { 'hostname.contain': value }),
      })),
      status: 400,
      code: 1437,
      snapshot: async () => [],
    });
  }),
]);

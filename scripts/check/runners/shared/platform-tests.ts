import { ask, call } from './api.ts';
import type { Door, SharedTest } from './door.ts';
import { equal, fails } from './expect.ts';

const configs = ({ platform }: Door) => `/zones/${platform.zoneId}/token_validation/config`;
const zone = ({ platform }: Door) => `/zones/${platform.zoneId}`;

export const platformTests: readonly SharedTest[] = [
  {
    title: "a tenant can't see another tenant",
    run: async (door) => {
      const other = door.mock.tenant();
      const { zoneId, zoneName, accountId } = other;
      const own = () => door.platform.journal.count({ plane: 'edge' });
      const before = own();
      try {
        equal((await ask(door, 'GET', zone(door))).status, 200, 'the status of its own zone');
        equal(
          (await ask(door, 'GET', `/zones/${zoneId}`)).status === 200,
          false,
          'whether it reads the other',
        );
        equal(
          (await ask(door, 'GET', `/accounts/${accountId}/ai-gateway/gateways`)).status,
          403,
          'the account',
        );
        await door.fetch(`http://${zoneName}/`);
        equal(other.journal.count({ plane: 'edge' }), 1, 'the requests of the other');
        equal(own(), before, 'its own requests');
      } finally {
        other.remove();
      }
    },
  },
  {
    title: 'a fault applies the given number of times, and only to this tenant',
    run: async (door) => {
      const other = door.mock.tenant();
      door.platform.faults.add({ operation: 'zones.zone.get', status: 503, times: 'once' });
      try {
        const params = { zone_id: other.zoneId };
        equal((await other.client.call('zones.zone.get', { params })).status, 200, 'the status of another');
        const status = async () => (await ask(door, 'GET', zone(door))).status;
        equal([await status(), await status()], [503, 200], 'the statuses');
      } finally {
        other.remove();
      }
    },
  },
  {
    title: 'a fault drops a connection',
    run: async (door) => {
      door.platform.faults.add({ operation: 'zones.zone.get', drop: 'before', times: 'once' });
      await fails(() => ask(door, 'GET', zone(door)), 'the first request');
      equal((await ask(door, 'GET', zone(door))).status, 200, 'the status of the second');
    },
  },
  {
    title: 'an override answers for one operation until it is removed',
    run: async (door) => {
      const status = 'expired' as const;
      const undo = door.platform.on('user.token.verify', () => ({ result: { id: '0'.repeat(32), status } }));
      const read = async () => (await call(door, 'GET', '/user/tokens/verify'))['status'];
      equal(await read(), 'expired', 'the status of the token');
      undo();
      equal(await read(), 'active', 'the status of the token without the override');
    },
  },
  {
    title: 'a snapshot restores a tenant',
    run: async (door) => {
      const restore = door.platform.snapshot();
      const configuration = {
        title: 'Shop',
        description: '',
        token_sources: ['http.request.headers["authorization"][0]'],
        token_type: 'jwt',
        credentials: { keys: [{ kty: 'oct', kid: 'one', alg: 'HS256', k: 'A'.repeat(43) }] },
      };
      const count = async () => (await (await ask(door, 'GET', configs(door))).json()).result.length;
      await call(door, 'POST', configs(door), configuration);
      equal(await count(), 1, 'the number of configurations');
      restore();
      equal(await count(), 0, 'the number after the snapshot is restored');
    },
  },
  {
    title: 'the journal contains the requests',
    run: async (door) => {
      await ask(door, 'GET', zone(door));
      const entry = door.platform.journal.find({ operation: 'zones.zone.get' });
      equal([entry?.method, entry?.status, entry?.zone_id], ['GET', 200, door.platform.zoneId], 'the entry');
    },
  },
];

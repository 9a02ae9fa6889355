import type { RegisteredHandlers } from '../../api/registered.ts';
import { listDocumented } from '../documented-records.ts';

/** The list of all tunnels has those that other paths make. */
export const tunnelHandlers: RegisteredHandlers = {
  'GET /accounts/{account_id}/tunnels': (asked) =>
    asked.list(
      ['cfd_tunnel', 'warp_connector'].flatMap((tun_type) =>
        listDocumented(asked, tun_type).map((tunnel) => ({ ...tunnel, tun_type })),
      ),
    ),
};

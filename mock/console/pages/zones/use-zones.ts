import type { Zone } from '../../../../spec/services/zones/endpoints.ts';
import { useData } from '../../parts/use-data.ts';
import { useSession } from '../../session.ts';

/** The zones of the account. */
export function useZones() {
  const { v4, account } = useSession();
  return useData(async () => {
    const { result } = await v4<readonly Zone[]>(`zones?account.id=${account.id}&per_page=50`);
    return result;
  }, [account.id]);
}

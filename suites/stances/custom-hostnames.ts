import { askList, createHostname, customerHost, sendCreate, sendEdit } from '../custom-hostnames/making.ts';
import { getOrder, OtherBehaviour, type Probes, statusOfRefusal, unlessRefused } from './probe.ts';

export const customHostnamesProbes: Probes<'custom-hostnames'> = {
  async 'custom-hostnames.create.status'(t) {
    const reply = await sendCreate(t, { hostname: customerHost(t) });
    return unlessRefused(t, reply, 'a custom hostname').status;
  },
  async 'custom-hostnames.first-state'(t) {
    const { status } = await createHostname(t);
    if (status === 'active' || status === 'pending') return status;
    return new OtherBehaviour(String(status));
  },
  async 'custom-hostnames.taken.status'(t) {
    const { hostname } = await createHostname(t);
    return statusOfRefusal(await sendCreate(t, { hostname }));
  },
  async 'custom-hostnames.renamed.status'(t) {
    const { id } = await createHostname(t);
    return statusOfRefusal(await sendEdit(t, id, { hostname: customerHost(t) }));
  },
  async 'custom-hostnames.order'(t) {
    const ids = [(await createHostname(t)).id, (await createHostname(t)).id];
    return getOrder(await askList(t, { per_page: '50' }), ids);
  },
};

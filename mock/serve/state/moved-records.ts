import { basePath } from '../../../spec/endpoint.ts';
import type { KeptNode } from '../../world/state/kept-node.ts';

/** Moves records that earlier versions kept elsewhere to where they are now. The next start writes them there. */
export function moveRecords(kept: KeptNode): void {
  for (const [account, { children }] of kept.at('accounts').children) {
    for (const part of ['datasets', 'evaluations']) {
      for (const [id, value] of children.get(part)?.records ?? []) {
        const { gateway_id: gateway } = value as { readonly gateway_id: string };
        const collection = `${basePath}/accounts/${account}/ai-gateway/gateways/${gateway}/${part}`;
        const path = `${collection}/${id}`;
        kept.apply([`accounts/${account}/documented`, path, { path, collection, value }]);
      }
      children.delete(part);
    }
  }
}

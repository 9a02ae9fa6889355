import { ApiError } from '../../../../spec/errors.ts';
import type { Finetune, finetuneEndpoints } from '../../../../spec/services/inference/finetunes.ts';
import { findModel } from '../../../../spec/services/inference/models/catalogue.ts';
import type { Service } from '../../../call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredFinetune } from '../../../world/background-runs.ts';
import type { World } from '../../../world/world.ts';
import { readAssetForm } from './asset-form.ts';
import { orderFinetunes } from './order-finetunes.ts';

/** Fine-tunes of hosted models: fact sheet inference, section 2.8. */
export function createFinetuneHandlers(): Service<typeof finetuneEndpoints> {
  return {
    'inference.finetunes.list': ({ world, params }) => ({
      result: accountOf(world, params.account_id).finetunes.list().map(resourceOf),
    }),

    'inference.finetunes.create': ({ world, clock, params, body }) => {
      const model = findModel(body.model);
      if (!model) throw new ApiError('model-unknown', { model: body.model }, '/model');
      if (!model.lora) throw new ApiError('lora-unsupported', { model: body.model }, '/model');
      const now = clock.timestamp();
      const resource: Finetune = {
        id: world.ids.uuid(),
        created_at: now,
        modified_at: now,
        public: body.public ?? false,
        name: body.name,
        model: body.model,
        ...(body.description === undefined ? {} : { description: body.description }),
      };
      accountOf(world, params.account_id).finetunes.put({ id: resource.id, resource, files: new Map() });
      return { result: resource };
    },

    'inference.finetunes.public': ({ world, query, restsOn }) => {
      if (query.orderBy !== undefined) restsOn('inferred');
      const all = world.accounts.list().flatMap((account) => account.finetunes.list().map(resourceOf));
      const ordered = orderFinetunes(
        all.filter((finetune) => finetune.public),
        query.orderBy,
      );
      return { result: ordered.slice(query.offset, query.offset + query.limit) };
    },

    'inference.finetunes.delete': ({ world, params }) => {
      const account = accountOf(world, params.account_id);
      const { id, resource } = finetuneOf(account, params.finetune_id);
      account.finetunes.remove(id);
      return { result: { id, name: resource.name } };
    },

    'inference.finetunes.asset.create': async ({ world, params, upload }) => {
      const account = accountOf(world, params.account_id);
      finetuneOf(account, params.finetune_id);
      const { name, bytes } = await readAssetForm(upload);
      // Asked again: it may have changed, or gone, while the file was read.
      const { id, resource, files } = finetuneOf(account, params.finetune_id);
      const modified_at = account.clock.timestamp();
      account.finetunes.put({
        id,
        resource: { ...resource, modified_at },
        files: new Map([...files, [name, bytes]]),
      });
      return { result: undefined };
    },

    'inference.finetunes.asset.get': ({ world, params, request }) => {
      const { account_id, finetune_id, file_name } = params;
      const { id, files } = finetuneOf(accountOf(world, account_id), finetune_id);
      if (!files.has(file_name)) {
        throw new ApiError('finetune-asset-unknown', { id, name: file_name });
      }
      // On the platform the URL is signed and needs no credentials; the admin interface needs none from here.
      const path = `/_touchstone/accounts/${account_id}/finetunes/${id}/${file_name}`;
      return { result: { file_name, file_url: new URL(path, request.url).href } };
    },
  };
}

const resourceOf = ({ resource }: StoredFinetune) => resource;

function accountOf(world: World, id: string): AccountTenant {
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}

function finetuneOf(account: AccountTenant, id: string): StoredFinetune {
  const finetune = account.finetunes.get(id.toLowerCase());
  if (!finetune) throw new ApiError('finetune-unknown', { id });
  return finetune;
}

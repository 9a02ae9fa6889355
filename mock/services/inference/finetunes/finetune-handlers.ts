import { ApiError } from '../../../../spec/errors.ts';
import {
  type Finetune,
  type FinetuneAssetName,
  finetuneAssetFields as fields,
  finetuneAssets,
  type finetuneEndpoints,
} from '../../../../spec/services/inference/finetunes.ts';
import type { Service, UploadedBody } from '../../../api/call.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredFinetune } from '../../../world/background-runs.ts';
import type { World } from '../../../world/world.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Fine-tunes of hosted models: cloudflare-typescript, AI. */
export function createFinetuneHandlers(catalogue: Catalogue): Service<typeof finetuneEndpoints> {
  return {
    'inference.finetunes.list': ({ world, params }) => ({
      result: getAccount(world, params.account_id).finetunes.list().map(getResource),
    }),

    'inference.finetunes.create': ({ world, clock, params, body }) => {
      const model = catalogue.require(body.model, '/model');
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
      getAccount(world, params.account_id).finetunes.put({ id: resource.id, resource, files: new Map() });
      return { result: resource };
    },

    'inference.finetunes.public': ({ world, query, restsOn }) => {
      if (query.orderBy !== undefined) restsOn('inferred');
      const all = world.accounts.list().flatMap((account) => account.finetunes.list().map(getResource));
      const ordered = orderFinetunes(
        all.filter((finetune) => finetune.public),
        query.orderBy,
      );
      return { result: ordered.slice(query.offset, query.offset + query.limit) };
    },

    'inference.finetunes.delete': ({ world, params }) => {
      const account = getAccount(world, params.account_id);
      const { id, resource } = getFinetune(account, params.finetune_id);
      account.finetunes.remove(id);
      return { result: { id, name: resource.name } };
    },

    'inference.finetunes.asset.create': async ({ world, params, upload }) => {
      const account = getAccount(world, params.account_id);
      getFinetune(account, params.finetune_id);
      const { name, bytes } = await readAssetForm(upload);
      // Look it up again: it may have changed, or been deleted, while the file was read.
      const { id, resource, files } = getFinetune(account, params.finetune_id);
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
      const { id, files } = getFinetune(getAccount(world, account_id), finetune_id);
      if (!files.has(file_name)) {
        throw new ApiError('finetune-asset-unknown', { id, name: file_name });
      }
      // On the platform the URL is signed and needs no credentials; the mock links to the admin interface, which needs
      // none.
      const path = `/_touchstone/accounts/${account_id}/finetunes/${id}/${file_name}`;
      return { result: { file_name, file_url: new URL(path, request.url).href } };
    },
  };
}

const getResource = ({ resource }: StoredFinetune) => resource;

function getAccount(world: World, id: string): AccountTenant {
  const account = world.account(id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}

function getFinetune(account: AccountTenant, id: string): StoredFinetune {
  const finetune = account.finetunes.get(id.toLowerCase());
  if (!finetune) throw new ApiError('finetune-unknown', { id });
  return finetune;
}

interface FinetuneAsset {
  readonly name: FinetuneAssetName;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the form that uploads a file of a fine-tune. Without a name field, the file's own name counts; the file may
 * also be a text field.
 *
 * @throws ApiError `finetune-asset-invalid`
 */
async function readAssetForm(upload: UploadedBody | undefined): Promise<FinetuneAsset> {
  const form = upload?.type === 'multipart' ? upload.form : new FormData();
  const file = form.get(fields.file);
  if (file === null) throw invalid(`has no \`${fields.file}\``);
  const named = form.get(fields.name);
  const given = typeof named === 'string' ? named : typeof file === 'string' ? undefined : file.name;
  if (given === undefined) throw invalid(`has no \`${fields.name}\``);
  const name = finetuneAssets.find((asset) => asset === given);
  if (name === undefined) {
    throw invalid(`names the file ${JSON.stringify(given)}: it has to be ${finetuneAssets.join(' or ')}`);
  }
  const bytes =
    typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw invalid(`has an empty \`${fields.file}\``);
  return { name, bytes };
}

const invalid = (problem: string) => new ApiError('finetune-asset-invalid', { problem });

const members = ['id', 'created_at', 'modified_at', 'name', 'model'] as const satisfies (keyof Finetune)[];

/** Sorts fine-tunes by a member; for an unknown member they stay in the order of creation. */
function orderFinetunes(
  finetunes: readonly Readonly<Finetune>[],
  orderBy: string | undefined,
): Readonly<Finetune>[] {
  const member = members.find((name) => name === orderBy);
  if (member === undefined) return [...finetunes];
  return finetunes.toSorted((a, b) => (a[member] < b[member] ? -1 : a[member] > b[member] ? 1 : 0));
}

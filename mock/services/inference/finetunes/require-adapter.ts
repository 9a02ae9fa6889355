import { ApiError } from '../../../../spec/errors.ts';
import { finetuneAssets } from '../../../../spec/services/inference/finetunes.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { World } from '../../../world/world.ts';

/**
 * Checks the `lora` of a run, which names a fine-tune by its id or its name: one of the account, or a public one of any
 * account.
 *
 * @throws ApiError `lora-unsupported` for a model without fine-tunes, `finetune-unknown` (inferred: no code is known),
 * `finetune-incomplete` while files are missing
 */
export function requireAdapter(world: World, account: AccountTenant, model: ModelEntry, lora: string): void {
  if (!model.lora) throw new ApiError('lora-unsupported', { model: model.id });
  const others = world.accounts.list().flatMap(({ finetunes }) => finetunes.list());
  const reachable = [...account.finetunes.list(), ...others.filter(({ resource }) => resource.public)];
  const finetune = reachable.find(({ id, resource }) => id === lora || resource.name === lora);
  if (!finetune) throw new ApiError('finetune-unknown', { id: lora });
  const missing = finetuneAssets.filter((name) => !finetune.files.has(name));
  if (missing.length > 0) throw new ApiError('finetune-incomplete', { missing: missing.join(' and ') });
}

import type { PackLimits } from '../pack/pack-limits.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import type { RefChange } from '../repository-storage.ts';

export interface ReceivePackRequestOptions {
  readonly limits?: PackLimits | undefined;
  /** Bytes of one object at most, where that is less than the limits say. */
  readonly objectBytes?: number | undefined;
  /** Hears which refs were changed, once that is kept and before it is answered. */
  readonly pushed?: ((changes: readonly RefChange[]) => void) | undefined;
}

export async function receivePackRequest(
  _repository: GitRepository,
  _body: AsyncIterable<Uint8Array>,
  _options: ReceivePackRequestOptions = {},
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  return new Uint8Array();
}

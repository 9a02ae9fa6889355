import { ApiError } from '../../../../spec/errors.ts';
import { nearestNames } from '../../../../spec/nearest-names.ts';
import { findModel, models } from '../../../../spec/services/inference/models/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import {
  knownAuthors,
  type OwnModel,
  ownModel,
} from '../../../../spec/services/inference/models/own-model.ts';
import type { World } from '../../../world/world.ts';

/** The models of one mock: the platform's, and those that its user added. */
export class Catalogue {
  /** Whether a reply or a map of models names a model. */
  readonly names: (id: string) => boolean;
  readonly #world: Pick<World, 'models'>;
  #own: readonly OwnModel[] = [];
  #entries: ReadonlyMap<string, ModelEntry> = new Map();

  constructor(world: Pick<World, 'models'>, names: Catalogue['names']) {
    this.#world = world;
    this.names = names;
  }

  list(): readonly ModelEntry[] {
    const own = this.#added();
    return [...models.filter(({ id }) => !own.has(id)), ...own.values()];
  }

  find(id: string): ModelEntry | undefined {
    return this.#added().get(id) ?? findModel(id);
  }

  /** @throws ApiError `model-unknown` */
  require(id: string, pointer?: string): ModelEntry {
    const model = this.find(id);
    if (!model) throw new ApiError('model-unknown', { model: id, near: this.#near(id) }, pointer);
    return model;
  }

  /** The refusal of an unknown model, with suggestions. */
  unknown(id: string): ApiError {
    const near = this.#near(id);
    if (isHosted(id)) return new ApiError('model-unknown', { model: id, near });
    return new ApiError('third-party-model-unknown', { model: id, near, authors: knownAuthors.join(', ') });
  }

  #near(id: string): string {
    const ids = this.list().map((model) => model.id);
    const alike = ids.filter((one) => isHosted(one) === isHosted(id));
    const near = nearestNames(id, alike, mostNear);
    return (near.length > 0 ? near : alike.slice(0, mostNear)).join(', ');
  }

  #added(): ReadonlyMap<string, ModelEntry> {
    const { models: own } = this.#world;
    if (this.#own !== own) {
      this.#own = own;
      this.#entries = new Map(own.map((model) => [model.id, ownModel(model)]));
    }
    return this.#entries;
  }
}

/** Most ids that a refusal lists. */
const mostNear = 3;

const isHosted = (id: string) => id.startsWith('@cf/');

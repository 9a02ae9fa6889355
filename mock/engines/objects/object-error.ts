import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { HashName } from './hashes/object-hashes.ts';

/**
 * What can't be done with an object.
 *
 * - `bad-key`, `metadata-too-large`, `too-large`: what is put is beyond a limit
 * - `bad-checksum`: the bytes are not those that were meant
 * - `cut-body`: a body ended before or after its length
 * - `bad-range`: no byte of the object is asked for
 * - `wrong-secret`: the object was put with another key of encryption, or with none
 * - `bad-limit`, `bad-cursor`: a page of a list that can't be
 * - `unknown-upload`: no upload has that id; `closed-upload`: it was completed, aborted, or too long ago
 * - `repeated-part`, `missing-part`, `small-part`, `unequal-parts`: what an upload can't be completed with
 * - `damaged`: the storage holds what nobody can read
 */
export type ObjectFailure =
  | 'bad-key'
  | 'metadata-too-large'
  | 'too-large'
  | 'bad-checksum'
  | 'cut-body'
  | 'bad-range'
  | 'wrong-secret'
  | 'bad-limit'
  | 'bad-cursor'
  | 'unknown-upload'
  | 'closed-upload'
  | 'repeated-part'
  | 'missing-part'
  | 'small-part'
  | 'unequal-parts'
  | 'damaged';

/** Thrown for what a store of objects can't do. */
export class ObjectError extends TouchstoneError {
  readonly failure: ObjectFailure;

  constructor(failure: ObjectFailure, message: string, options?: ErrorOptions) {
    super(`object-${failure}`, message, options);
    this.failure = failure;
  }
}

/** Thrown when the bytes of an object have another checksum than the one given with them. */
export class ChecksumError extends ObjectError {
  readonly algorithm: HashName;
  readonly given: string;
  readonly actual: string;

  constructor(algorithm: HashName, given: string, actual: string) {
    super('bad-checksum', `The ${algorithm} of the bytes is ${actual}, not ${given}.`);
    this.algorithm = algorithm;
    this.given = given;
    this.actual = actual;
  }
}

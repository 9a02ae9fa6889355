import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { HashName } from './hashes/object-hashes.ts';

/**
 * Why an operation on an object fails:
 *
 * - `bad-key`, `metadata-too-large`, `too-large`: the new object exceeds a limit
 * - `bad-checksum`: the bytes do not match the checksum
 * - `cut-body`: a body ended before or after its length
 * - `bad-range`: the range has no byte of the object
 * - `wrong-secret`: the object was put with another encryption key, or with none
 * - `bad-limit`, `bad-cursor`: an invalid page of a list
 * - `unknown-upload`: no upload has that id; `closed-upload`: it was completed or aborted, or has expired
 * - `repeated-part`, `missing-part`, `small-part`, `unequal-parts`: the parts can't complete the upload
 * - `damaged`: the stored data can't be read
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

/** Thrown when an operation of an object store fails. */
export class ObjectError extends TouchstoneError {
  readonly failure: ObjectFailure;

  constructor(failure: ObjectFailure, message: string, options?: ErrorOptions) {
    super(`object-${failure}`, message, options);
    this.failure = failure;
  }
}

/** Thrown when the bytes of an object do not match their given checksum. */
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

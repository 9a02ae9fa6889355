import { ModelError } from '../model-error.ts';

/** @throws ModelError `bad-input` for a replay that would go backwards */
export function checkReplaySpeed(speed: number): void {
  if (!(speed >= 0)) throw new ModelError('bad-input', `A replay cannot have the speed ${speed}.`);
}

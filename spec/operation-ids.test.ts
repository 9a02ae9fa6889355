import { expect, it } from 'vitest';
import { contract } from './contract.ts';
import { operationIds } from './operation-ids.ts';

it('names every operation of the contract except those of the admin API', () => {
  const ids = Object.keys(contract).filter((id) => !id.startsWith('touchstone.'));
  expect([...operationIds]).toEqual(ids.sort());
});

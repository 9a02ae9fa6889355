import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createExamples, examplesFile } from '../docs/record-examples.ts';

// A real browser renders pages; it is unpacked and started first.
it('the examples of the OpenAPI document are answers of the mock (touchstone record reference updates them)', async () => {
  expect(readFileSync(examplesFile, 'utf8') === (await createExamples())).toBe(true);
}, 240_000);

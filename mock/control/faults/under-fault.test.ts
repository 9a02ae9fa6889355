import { expect, it } from 'vitest';
import { errorOnPurpose } from './under-fault.ts';

it('has a message but no stack', () => {
  const error = errorOnPurpose('a fault cut this body');
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe('a fault cut this body');
  expect(error.stack ?? '').not.toContain('error-on-purpose');
});

it('leaves the stacks of other errors alone', () => {
  errorOnPurpose('a fault cut this body');
  expect(new Error('another').stack).toContain('under-fault.test');
});

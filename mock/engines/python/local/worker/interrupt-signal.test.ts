import { expect, it } from 'vitest';
import { interruptSignal } from './interrupt-signal.ts';

const interrupt = 2;

it('is read, and cleared', () => {
  const shared = new SharedArrayBuffer(1);
  const signal = interruptSignal(shared);
  new Uint8Array(shared)[0] = interrupt;
  expect(signal[0]).toBe(interrupt);
  signal[0] = 0;
  expect(signal[0]).toBe(0);
});

it('is not lost where it is set between the two', () => {
  const shared = new SharedArrayBuffer(1);
  const signal = interruptSignal(shared);
  expect(signal[0]).toBe(0);
  new Uint8Array(shared)[0] = interrupt;
  signal[0] = 0;
  expect(signal[0]).toBe(interrupt);
});

import { describe, expect, it } from 'vitest';
import { Recent } from './recent.ts';

describe('Recent', () => {
  it('gives what was set, by the record itself', () => {
    const [a, b] = [{ id: 'same' }, { id: 'same' }];
    const recent = new Recent<object, number>();
    expect(recent.set(a, 1)).toBe(1);
    recent.set(b, 2);
    recent.set(a, 3);
    expect([recent.get(a), recent.get(b), recent.get({})]).toEqual([3, 2, undefined]);
  });

  it('begins again once there are too many', () => {
    const records = Array.from({ length: 4 }, (_, number) => ({ number }));
    const recent = new Recent<object, number>(3);
    for (const record of records) recent.set(record, record.number);
    expect(records.map((record) => recent.get(record))).toEqual([undefined, undefined, undefined, 3]);
  });
});

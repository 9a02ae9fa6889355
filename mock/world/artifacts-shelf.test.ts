import { describe, expect, it } from 'vitest';
import { ArtifactsShelf, type StoredNamespace, type StoredRepository } from './artifacts-shelf.ts';

const namespace = (key: string, sequence: number): StoredNamespace => ({
  key,
  name: key,
  jurisdiction: 'unrestricted',
  createdAt: 0,
  updatedAt: 0,
  sequence,
});

const repository = (id: string, of: string, key: string, sequence = 1): StoredRepository => ({
  id,
  namespace: of,
  key,
  name: key,
  description: null,
  defaultBranch: 'main',
  readOnly: false,
  source: null,
  status: 'ready',
  createdAt: 0,
  updatedAt: 0,
  sequence,
});

describe('the repositories of an account', () => {
  it('are found by namespace and name together', () => {
    const shelf = new ArtifactsShelf();
    shelf.repositories.put(repository('1', 'a', 'x'), repository('2', 'b', 'x'), repository('3', 'b', 'y'));
    expect(shelf.repository('b', 'x')?.id).toBe('2');
    expect(shelf.repository('a', 'y')).toBeUndefined();
    expect(shelf.getRepositories('b').map(({ id }) => id)).toEqual(['2', '3']);
  });

  it('are numbered after the existing ones', () => {
    const empty = new ArtifactsShelf();
    expect([empty.nextSequence(), empty.nextSequence()]).toEqual([1, 2]);
    const kept = new ArtifactsShelf();
    kept.namespaces.put(namespace('a', 7));
    kept.repositories.put(repository('1', 'a', 'x', 9), repository('2', 'a', 'y', 8));
    expect(kept.nextSequence()).toBe(10);
  });

  it('are restored with everything that belongs to them', () => {
    const shelf = new ArtifactsShelf();
    shelf.namespaces.put(namespace('a', 1));
    const restore = shelf.snapshot();
    shelf.namespaces.remove('a');
    shelf.repositories.put(repository('1', 'a', 'x'));
    shelf.deleted.put({ id: '2', key: 'a/y', at: 0 });
    restore();
    expect([shelf.namespaces.size, shelf.repositories.size, shelf.deleted.size]).toEqual([1, 0, 0]);
  });
});

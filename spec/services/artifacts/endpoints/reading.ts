import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import type { ArtifactsFailureName } from '../failures.ts';
import {
  commitSchema,
  fileQuery,
  hashParams,
  logQuery,
  rawParams,
  repoParams,
  treeEntrySchema,
} from '../schemas.ts';
import { read, repos, shared } from './shared.ts';

const common = { ...shared, method: 'GET', access: read } as const;

/** Failures of whatever names a repository that is to be read. */
const errors = [
  'artifacts-invalid',
  'artifacts-namespace-invalid',
  'artifacts-repo-unknown',
  'artifacts-import-in-progress',
  'artifacts-fork-in-progress',
] as const satisfies readonly ArtifactsFailureName[];

const bytes = { result: z.never(), answer: 'bytes', bytesTypes: ['application/octet-stream'] } as const;
const repo = `${repos}/{repo_name}` as const;

/** What a repository holds, without Git. */
export const readingEndpoints = {
  'artifacts.repos.log': endpoint({
    ...common,
    path: `${repo}/log`,
    summary: 'List commits along first parents, newest first; of a ref that is not there, none',
    params: repoParams,
    query: logQuery,
    result: z.array(commitSchema),
    errors,
  }),
  'artifacts.repos.commit': endpoint({
    ...common,
    path: `${repo}/commit/{hash}`,
    summary: 'Read a commit',
    params: hashParams,
    result: commitSchema,
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-commit-unknown'],
  }),
  'artifacts.repos.tree': endpoint({
    ...common,
    path: `${repo}/tree/{hash}`,
    summary: 'List the entries of a tree, not of the trees in it',
    params: hashParams,
    result: z.array(treeEntrySchema),
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-tree-unknown', 'artifacts-object-corrupt'],
  }),
  'artifacts.repos.blob': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/blob/{hash}`,
    summary: 'Read the bytes of a blob',
    params: hashParams,
    errors: [...errors, 'artifacts-hash-invalid', 'artifacts-blob-unknown'],
  }),
  'artifacts.repos.file': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/file`,
    summary: 'Read the bytes of a file by its path',
    params: repoParams,
    query: fileQuery,
    errors: [...errors, 'artifacts-file-unknown'],
  }),
  'artifacts.repos.raw': endpoint({
    ...common,
    ...bytes,
    path: `${repo}/raw/{ref}/{+path}`,
    summary: 'Read a file by its path, with a type that is guessed from its bytes',
    params: rawParams,
    bytesTypes: ['text/plain; charset=utf-8', 'application/octet-stream'],
    errors: [...errors, 'artifacts-file-unknown'],
  }),
} as const;

import { pathVariables } from '../../../spec/endpoint.ts';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { getEndpoint, type OperationName } from '../operations.ts';

/** Keeps a run from sending values that it does not know. */
export interface KnownValues {
  /**
   * Checks the path variables of an operation.
   *
   * @throws SkipTest where an earlier answer lacked one; ConformanceFailure for this project's own mock, which has all
   * of them
   */
  params(id: OperationName, given: Readonly<Record<string, string>>): void;
  /** Checks the headers of a request, and the path of its URL. @throws as `params` does */
  request(url: string, headers: Readonly<Record<string, string>>): void;
}

/** @param isOwn whether the target is this project's own mock */
export function createKnownValues(isOwn: boolean): KnownValues {
  const fail = (what: string): never => {
    const message = `an earlier answer lacks a value that the test needs: ${what} would be empty`;
    throw isOwn ? new ConformanceFailure(message) : new SkipTest(message);
  };
  return {
    params(id, given) {
      for (const name of pathVariables(getEndpoint(id).path)) {
        if (isUnknown(given[name]) || given[name] === '') fail(`{${name}} of ${id}`);
      }
    },
    request(url, headers) {
      const path = url.replace(/[?#].*$/s, '');
      if (path.split('/').some(isUnknown)) fail(`a part of ${path}`);
      for (const [name, value] of Object.entries(headers)) {
        if (isUnknown(value.split(' ').at(-1))) fail(`the header ${name}`);
      }
    },
  };
}

/** The string form of a missing value. */
const isUnknown = (value: string | undefined) =>
  value === undefined || value === 'undefined' || value === 'null';

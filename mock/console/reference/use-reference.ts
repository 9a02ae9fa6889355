import { useEffect, useState } from 'preact/hooks';
import type { OpenapiDocument } from '../../../spec/openapi/document.ts';
import { type ListedOperation, listOperations } from '../../../spec/openapi/list-operations.ts';
import type { Info } from '../../../spec/services/touchstone/schemas.ts';
import { sendForJson } from '../api.ts';
import { getAdminToken } from '../session.ts';

/** The document with its operations, and the credentials of the server. */
export interface Loaded {
  readonly document: OpenapiDocument;
  readonly operations: readonly ListedOperation[];
  /** Undefined on another machine without the admin token. */
  readonly info: Info | undefined;
}

/** Loads the document and asks the server about itself. */
export function useReference(): { readonly loaded: Loaded | undefined; readonly error: Error | undefined } {
  const [loaded, setLoaded] = useState<Loaded>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    Promise.all([
      sendForJson<OpenapiDocument>('/openapi.json'),
      sendForJson<Info>('/_touchstone/info', { token: getAdminToken() }).catch(() => undefined),
    ]).then(
      ([document, info]) => setLoaded({ document, operations: listOperations(document), info }),
      setError,
    );
  }, []);
  return { loaded, error };
}

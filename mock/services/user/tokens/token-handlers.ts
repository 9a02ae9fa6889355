import type { AnyAnswer } from '../../../api/call.ts';
import {
  getActor,
  type RegisteredCall,
  type RegisteredHandler,
  type RegisteredHandlers,
} from '../../../api/registered.ts';
import { isObject, type JsonValue } from '../../../engines/openapi/json.ts';
import { getTokenStatus, type TokenResource, tokenStarts } from '../../../world/created-tokens.ts';
import { secretDigest } from '../../../world/credentials.ts';
import type { DocumentRecord } from '../../../world/document-records.ts';
import { permissionGroups } from './permission-groups.ts';
import { readToken } from './read-token.ts';

/** Tokens of the user: a created one is a credential. */
export const userTokenHandlers = createHandlers('/user/tokens', 'user');

/** Tokens of an account. */
export const accountTokenHandlers: RegisteredHandlers = {
  ...createHandlers('/accounts/{account_id}/tokens', 'account'),
  'GET /accounts/{account_id}/tokens/verify': ({ call, answer }) => {
    const { id = '', status = 'active', period } = getActor(call) ?? {};
    return withMessage(answer({ id, status, ...period }));
  },
};

/** Code 10000 means success in `messages`, and failure in `errors`. */
function withMessage(answer: AnyAnswer): AnyAnswer {
  if (typeof answer.written !== 'string') return answer;
  const messages = [{ code: 10000, message: 'This API Token is valid and active' }];
  return { ...answer, written: JSON.stringify({ ...JSON.parse(answer.written), messages }) };
}

function createHandlers(path: string, owner: keyof typeof tokenStarts): RegisteredHandlers {
  const of = (asked: RegisteredCall) => asked.collection(path);
  const idOf = ({ params }: RegisteredCall) => params['token_id'] ?? '';
  const handlers: Readonly<Record<string, RegisteredHandler>> = {
    GET: (asked) =>
      asked.list(
        of(asked)
          .list()
          .map((record) => view(record, asked)),
      ),
    POST(asked) {
      const tokens = of(asked);
      const given = readToken(asked.body, asked.call.world.ids);
      const made = tokens.add({ ...(given as Record<string, JsonValue>), status: 'active' });
      return asked.answer({ ...viewObject(made, asked), value: giveValue(made, asked, owner) });
    },
    'GET /{token_id}': (asked) => asked.answer(view(of(asked).get(idOf(asked)), asked)),
    'PUT /{token_id}'(asked) {
      const tokens = of(asked);
      const before = tokens.get(idOf(asked));
      const given = readToken(asked.body, asked.call.world.ids) as Record<string, JsonValue>;
      const status = isObject(before.value) ? before.value['status'] : undefined;
      return asked.answer(view(tokens.replace(idOf(asked), { ...(status && { status }), ...given }), asked));
    },
    'DELETE /{token_id}'(asked) {
      of(asked).remove(idOf(asked));
      return asked.answer({ id: idOf(asked) });
    },
    'PUT /{token_id}/value'(asked) {
      const rolled = of(asked).change(idOf(asked), {});
      return asked.answer(giveValue(rolled, asked, owner));
    },
    'GET /permission_groups'(asked) {
      const { name, scope } = asked.query;
      return asked.answer(
        permissionGroups
          .filter((group) => name === undefined || group.name === name)
          .filter(({ scopes }) => typeof scope !== 'string' || scopes.includes(scope))
          .map((group) => ({ ...group, scopes: [...group.scopes] })),
      );
    },
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => {
      const [method, below = ''] = name.split(' ');
      return [`${method} ${path}${below}`, handler];
    }),
  );
}

/** Gives a token a new value, of which only the digest is kept. */
function giveValue(
  record: DocumentRecord,
  { call: { world }, params }: RegisteredCall,
  owner: keyof typeof tokenStarts,
): string {
  // The platform's values end with a checksum that it does not document.
  const value = `${tokenStarts[owner]}${world.ids.secret(48)}`;
  const id = params['account_id'];
  const shelf = id === undefined ? world.documented : world.account(id)?.documented;
  shelf?.put({ ...record, secret: secretDigest(value) });
  return value;
}

const view = (record: DocumentRecord, asked: RegisteredCall): JsonValue => viewObject(record, asked);

/** A token with the state that it has now. */
function viewObject({ value }: DocumentRecord, { call }: RegisteredCall): Record<string, JsonValue> {
  const token = value as unknown as TokenResource;
  return { ...(value as Record<string, JsonValue>), status: getTokenStatus(token, call.clock.now()) };
}

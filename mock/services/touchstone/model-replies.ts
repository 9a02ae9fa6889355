import type { z } from 'zod';
import { ApiError } from '../../../spec/errors.ts';
import { getMistake, jsonPointer } from '../../../spec/mistake.ts';
import type { ModelReply } from '../../../spec/model-reply.ts';
import type { gatewayConditionEndpoints } from '../../../spec/services/touchstone/faults.ts';
import type {
  modelReplyEndpoints,
  modelReplyRecordSchema,
} from '../../../spec/services/touchstone/model-replies.ts';
import type { Service } from '../../api/call.ts';
import type { Replies, ReplyRecord, UnmatchedRequest } from '../../engines/models/index.ts';
import { replySchema } from '../../engines/models/replies/reply.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { World } from '../../world/world.ts';

/** The operations that script the replies of models. */
export function createModelReplyOperations(replies: Replies): Service<typeof modelReplyEndpoints> {
  /** The records with these ids, which were added together. */
  const added = (ids: readonly string[]) =>
    replies
      .list()
      .filter(({ id }) => ids.includes(id))
      .map(shown);
  return {
    'touchstone.model-reply.list': () => ({ result: replies.list().map(shown) }),

    'touchstone.model-reply.add': ({ body }) => {
      const [record] = added(replies.add(checked(body, [])));
      if (record === undefined) throw new ApiError('internal-error');
      return { result: record };
    },

    'touchstone.model-reply.replace': ({ body }) => {
      const set = body.map((reply, index) => checked(reply, [String(index)]));
      replies.clear();
      return { result: added(replies.add(...set)) };
    },

    'touchstone.model-reply.clear': () => {
      const removed = replies.list().length;
      replies.clear();
      return { result: { removed } };
    },

    'touchstone.model-reply.remove': ({ params: { reply_id: id } }) => {
      if (!replies.remove(id)) throw new ApiError('model-reply-unknown', { id });
      return { result: { id } };
    },

    'touchstone.model-reply.unmatched': () => {
      const { count, newest } = replies.unmatched();
      return { result: { count, newest: newest.map(shownRequest) } };
    },
  };
}

/**
 * The contract doesn't check regular expressions; the engine does.
 *
 * @throws ApiError `body-invalid` for an invalid pattern, with its position
 */
function checked(reply: ModelReply, at: readonly string[]): ModelReply {
  const issues = replySchema.safeParse(reply).error?.issues;
  if (issues === undefined) return reply;
  const { path: inner, problem } = getMistake(issues, reply);
  const path = [...at, ...inner];
  throw new ApiError('body-invalid', { field: path.join('.'), problem }, jsonPointer(path));
}

function shown({ id, used, left, reply }: ReplyRecord): z.infer<typeof modelReplyRecordSchema> {
  const data = replySchema.safeParse(reply);
  return { id, used, left: Number.isFinite(left) ? left : null, reply: data.success ? data.data : null };
}

function shownRequest({ toolResults, tools, ...asked }: UnmatchedRequest) {
  return {
    ...asked,
    tools: [...tools],
    toolResults: toolResults.map(({ tool = null, text }) => ({ tool, text })),
  };
}

/** The operations that set the conditions of gateways. */
export function createGatewayConditionOperations(): Service<typeof gatewayConditionEndpoints> {
  return {
    'touchstone.credits.get': ({ world, params }) => ({ result: getCredits(getAccount(world, params)) }),

    'touchstone.credits.set': ({ world, params, body }) => {
      const account = getAccount(world, params);
      const { credits, plan, neurons_today: neurons } = body;
      account.billing.set(
        {
          ...(credits !== undefined && { credits }),
          ...(plan !== undefined && { plan }),
          ...(neurons !== undefined && { neurons }),
        },
        account.clock.now(),
      );
      return { result: getCredits(account) };
    },

    'touchstone.guardrails.get': ({ world }) => ({ result: createScanner(world) }),

    'touchstone.guardrails.set': ({ world, body }) => {
      const { gatewayConditions } = world;
      if (body.words !== undefined) gatewayConditions.words = body.words;
      if (body.failing !== undefined) gatewayConditions.fault = body.failing;
      return { result: createScanner(world) };
    },

    'touchstone.limits.get': ({ world }) => ({ result: { enforced: world.gatewayConditions.limits } }),

    'touchstone.limits.set': ({ world, body }) => {
      world.gatewayConditions.limits = body.enforced;
      return { result: { enforced: body.enforced } };
    },
  };
}

/** @throws ApiError `account-unknown` */
function getAccount(world: World, { account_id }: { readonly account_id: string }): AccountTenant {
  const account = world.account(account_id);
  if (!account) throw new ApiError('account-unknown');
  return account;
}

function getCredits({ billing, clock }: AccountTenant) {
  const { credits, plan } = billing;
  return { credits, plan, neurons_today: billing.neuronsToday(clock.now()) };
}

function createScanner({ gatewayConditions }: World) {
  const { words, fault } = gatewayConditions;
  return { words: [...words], failing: fault };
}

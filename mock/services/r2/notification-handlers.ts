import type { RegisteredCall, RegisteredHandlers } from '../../api/registered.ts';
import { isObject, type JsonObject } from '../../engines/openapi/json.ts';
import { toTimestamp } from '../../world/clock.ts';
import { listDocumented } from '../documented-records.ts';

const configuration = '/accounts/{account_id}/event_notifications/r2/{bucket_name}/configuration';
const queues = `${configuration}/queues`;

/** The rules of a bucket for a queue. */
const rulesOf = ({ collection, params }: RegisteredCall): readonly JsonObject[] =>
  toRules(collection(queues).find(params['queue_id'] ?? '')?.value);

const toRules = (value: unknown): readonly JsonObject[] =>
  isObject(value) && Array.isArray(value['rules']) ? value['rules'].filter(isObject) : [];

/** Event notifications of R2: rules are added to those of the queue, and each has an id. */
export const notificationHandlers: RegisteredHandlers = {
  [`GET ${configuration}`]: ({ params, collection, answer }) =>
    answer({
      bucketName: params['bucket_name'] ?? '',
      queues: collection(queues)
        .list()
        .map(({ value }) => value),
    }),
  [`PUT ${queues}/{queue_id}`]: (asked) => {
    const { call, params, body, standard } = asked;
    const queueId = params['queue_id'] ?? '';
    const queue = listDocumented(asked, 'queues').find(({ queue_id }) => queue_id === queueId);
    const added = toRules(body).map((rule) => ({
      ...rule,
      ruleId: call.world.ids.uuid(),
      createdAt: toTimestamp(call.clock.now()),
    }));
    return standard({
      queueId,
      ...(queue && { queueName: queue['queue_name'] }),
      rules: [...rulesOf(asked), ...added],
    });
  },
  [`DELETE ${queues}/{queue_id}`]: (asked) => {
    const { body, params, collection, answer, standard } = asked;
    const ids = isObject(body) && Array.isArray(body['ruleIds']) ? body['ruleIds'] : [];
    const kept = rulesOf(asked).filter(({ ruleId }) => !ids.includes(ruleId));
    if (ids.length === 0 || kept.length === 0) return standard();
    collection(queues).change(params['queue_id'] ?? '', { rules: kept });
    return answer({});
  },
};

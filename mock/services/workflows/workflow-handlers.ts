import type { RegisteredHandlers } from '../../api/registered.ts';
import { isObject } from '../../engines/openapi/json.ts';
import { toTimestamp } from '../../world/clock.ts';

const workflow = '/accounts/{account_id}/workflows/{workflow_name}';
const instances = `${workflow}/instances`;

/** What an instance is after a call. None runs here: one that goes on waits for its turn. */
const states: ReadonlyMap<unknown, string> = new Map([
  ['pause', 'paused'],
  ['resume', 'queued'],
  ['restart', 'queued'],
  ['terminate', 'terminated'],
]);

export const workflowHandlers: RegisteredHandlers = {
  // Each change of a workflow is a version.
  [`PUT ${workflow}`]: ({ body, collection, standard }) => {
    const answer = standard();
    const { class_name = '' } = isObject(body) ? body : {};
    collection(`${workflow}/versions`).add({ class_name });
    return answer;
  },
  [`PATCH ${instances}/{instance_id}/status`]: ({ call, params, body, collection, answer }) => {
    const status = states.get(isObject(body) ? body['status'] : undefined) ?? 'queued';
    collection(instances).change(params['instance_id'] ?? '', { status });
    return answer({ status, timestamp: toTimestamp(call.clock.now()) });
  },
};

import { defineMutants } from '../mutant.ts';

const service = 'mock/services/settings/settings-service.ts';
const mayConvert = 'return mayConvert({';
const refuses = 'if (anyOf.length > 0 &&';

/** The setting that converts pages to Markdown. */
export const conversionMutants = defineMutants([
  {
    id: 'keeps-the-setting-off',
    requirement: 'ST-CONV-1',
    does: 'It takes a change of the setting, and leaves it as it was.',
    file: service,
    replace: 'zone.settings.put({ id: name, value,',
    by: "if (name !== 'content_converter') zone.settings.put({ id: name, value,",
  },
  {
    id: 'converts-on-all-hosts-but-one',
    requirement: 'ST-CONV-2',
    does: 'It leaves the documentation of a zone out of what the setting acts on.',
    file: 'mock/edge/pipeline.ts',
    replace: '...zoneDecisions(zone),',
    by: "...(request.host.startsWith('docs.') ? {} : zoneDecisions(zone)),",
  },
  {
    id: 'takes-changes-of-settings-from-users-alone',
    requirement: 'ST-CONV-3',
    does: 'It lets no token change settings, only a user with a key.',
    file: 'mock/access/authorize.ts',
    replace: refuses,
    by: `if (actor.scheme === 'api_token' && anyOf.length === 1 && anyOf[0] === 'Zone Settings Edit')
      throw new ApiError('permission-missing');
    ${refuses}`,
  },
  {
    id: 'lets-who-reads-settings-change-them',
    requirement: 'ST-CONV-4',
    does: 'It asks of who changes a setting for the permission to read it.',
    file: 'mock/access/authorize.ts',
    replace: '!anyOf.some((name) => actor.permissions.has(name))',
    by: `!anyOf.some((name) => actor.permissions.has(name)) &&
      !(anyOf[0] === 'Zone Settings Edit' && actor.permissions.has('Zone Settings Read'))`,
  },
  {
    id: 'converts-from-the-business-plan-on',
    requirement: 'ST-PLAN-1',
    does: 'It refuses the setting on the Pro plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'pro' && mayConvert({`,
  },
  {
    id: 'forgets-the-business-plan',
    requirement: 'ST-PLAN-2',
    does: 'It refuses the setting on the Business plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'business' && mayConvert({`,
  },
  {
    id: 'forgets-the-enterprise-plan',
    requirement: 'ST-PLAN-3',
    does: 'It refuses the setting on the Enterprise plan.',
    file: service,
    replace: mayConvert,
    by: `return plan !== 'enterprise' && mayConvert({`,
  },
  {
    id: 'counts-no-custom-hostnames',
    requirement: 'ST-PLAN-4',
    does: 'It goes by the plan of a zone, whether it has custom hostnames or not.',
    file: service,
    replace: 'customHostnames: world.customHostnames.count(zone.id)',
    by: 'customHostnames: 0',
  },
  {
    id: 'converts-on-the-free-plan',
    requirement: 'ST-PLAN-5',
    does: 'It takes the setting on every plan.',
    file: service,
    replace: mayConvert,
    by: `return plan === 'free' || mayConvert({`,
  },
  {
    id: 'says-that-nobody-may-convert',
    requirement: 'ST-SET-9',
    does: 'It says that the setting is not editable on plans that may change it.',
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name !== 'content_converter' && isEditable(world, zone, name), modified_on };",
  },
  {
    id: 'says-that-everybody-may-convert',
    requirement: 'ST-SET-10',
    does: 'It says on the Free plan that the setting is editable, and refuses changes all the same.',
    file: service,
    replace: 'editable: isEditable(world, zone, name), modified_on };',
    by: "editable: name === 'content_converter' || isEditable(world, zone, name), modified_on };",
  },
]);

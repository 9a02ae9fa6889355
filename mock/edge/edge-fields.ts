import type { FieldTable } from '../engines/expressions/index.ts';

/**
 * Fields of rulesets beside those of every expression: the zone itself, which the rules of an account need
 * to choose zones by, and the finer scores, which a laptop has only as signals.
 */
export const edgeFields: FieldTable = {
  'cf.zone.name': 'String',
  'cf.zone.plan': 'String',
  'cf.bot_management.verified_bot': 'Boolean',
  'cf.verified_bot_category': 'String',
  'cf.waf.score.class': 'String',
  'cf.waf.score.rce': 'Integer',
  'cf.waf.score.sqli': 'Integer',
  'cf.waf.score.xss': 'Integer',
};

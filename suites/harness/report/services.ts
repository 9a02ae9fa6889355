/** What the first part of requirement ids stands for. */
const names: Readonly<Record<string, string>> = {
  V4: 'All answers',
  TV: 'Token validation',
  AG: 'API gateway',
  ZN: 'Zones',
  US: 'User',
  TS: 'Administration',
  RS: 'Rulesets',
  RL: 'Rules language',
  ST: 'Settings',
  CH: 'Custom hostnames',
  AN: 'Analytics',
  MD: 'Markdown',
  INF: 'Inference',
  GW: 'AI gateway',
  BR: 'Browser rendering',
  AR: 'Artifacts',
  OBJ: 'Object storage',
  PY: 'Code interpreter',
};

/** The key of the service that a requirement belongs to. */
export const serviceKey = (requirement: string): string => requirement.split('-')[0] ?? requirement;

/** The name of a service; its key where it has none here. */
export const serviceName = (key: string): string => names[key] ?? key;

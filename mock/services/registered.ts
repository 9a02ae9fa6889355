import type { Declare, RegisteredHandlers } from '../api/registered.ts';

/** Services that give operations of the register a meaning of their own, by the area of their paths. */
const services: Readonly<Record<string, () => Promise<RegisteredHandlers>>> = {
  accounts: async () => (await import('./user/account-handlers.ts')).accountHandlers,
  'ai-gateway': async () => (await import('./ai-gateway/registered.ts')).handlers,
  d1: async () => (await import('./d1/index.ts')).handlers,
  event_notifications: async () => (await import('./r2/notification-handlers.ts')).notificationHandlers,
  gateway: async () => (await import('./zero-trust/gateway-handlers.ts')).gatewayHandlers,
  load_balancers: async () =>
    (await import('./load-balancers/load-balancer-handlers.ts')).loadBalancerHandlers,
  dns_records: async () => (await import('./dns/index.ts')).handlers,
  members: async () => (await import('./user/account-handlers.ts')).memberHandlers,
  memberships: async () => (await import('./user/user-handlers.ts')).membershipHandlers,
  r2: async () => (await import('./r2/bucket-handlers.ts')).bucketHandlers,
  roles: async () => (await import('./user/account-handlers.ts')).roleHandlers,
  storage: async () => (await import('./kv/index.ts')).handlers,
  tokens: async () => (await import('./user/tokens/token-handlers.ts')).accountTokenHandlers,
  tunnels: async () => (await import('./zero-trust/tunnel-handlers.ts')).tunnelHandlers,
  user: async () => ({
    ...(await import('./user/tokens/token-handlers.ts')).userTokenHandlers,
    ...(await import('./user/user-handlers.ts')).userHandlers,
  }),
  'r2-catalog': async () => (await import('./r2/catalog-handlers.ts')).catalogHandlers,
  secrets_store: async () => (await import('./secrets-store/secret-handlers.ts')).secretHandlers,
  workers: async () => (await import('./workers/secret-handlers.ts')).secretHandlers,
  workflows: async () => (await import('./workflows/workflow-handlers.ts')).workflowHandlers,
};

/** What services declare of the operations of an area. */
const declarations: Readonly<Record<string, () => Promise<Declare>>> = {
  'ai-gateway': async () => (await import('./ai-gateway/registered.ts')).declare,
  d1: async () => (await import('./d1/index.ts')).declare,
  dns_records: async () => (await import('./dns/index.ts')).declare,
  storage: async () => (await import('./kv/index.ts')).declare,
};

/** The areas of the register that have handlers. */
export const registeredAreas: readonly string[] = Object.keys(services);

/** The handlers for an area of the register; undefined for one without. */
export const loadRegistered = (area: string): Promise<RegisteredHandlers> | undefined => services[area]?.();

/** Declares the operations of an area of the register; undefined for one without. */
export const loadDeclarations = (area: string): Promise<Declare> | undefined => declarations[area]?.();

/** Permissions of the gateway's configuration, logs and routes: fact sheet inference, section 1. */
export const gatewayEditPermissions = ['AI Gateway Edit'] as const;
export const gatewayReadPermissions = ['AI Gateway Edit', 'AI Gateway Read'] as const;

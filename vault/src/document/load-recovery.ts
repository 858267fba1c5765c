/** Loads what recovers a wallet with the operator's help, where the operator offers it. */
export const loadRecovery = () => import('./recovery-part.ts')

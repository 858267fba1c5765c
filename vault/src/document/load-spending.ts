/** Loads what sets a spending limit, which the vault offers after a payment. */
export const loadSpending = () => import('../spending/spending-part.ts')

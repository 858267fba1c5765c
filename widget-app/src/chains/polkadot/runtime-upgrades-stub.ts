/**
 * Replaces the tables of former runtime upgrades in `@polkadot/types-known` in the build. `@polkadot/api` requests the
 * version of a block's runtime from the node and does not use them.
 */
export const upgrades: readonly never[] = []

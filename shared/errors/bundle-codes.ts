/** EIP-5792 codes of call bundles; in a separate file because host pages do not need their names. */
export const bundleCodes = {
  /** The wallet does not support a required capability. */
  unsupportedCapability: 5700,
  /** The wallet does not support bundles on this chain. */
  unsupportedChain: 5710,
  /** A bundle of this id exists. */
  duplicateId: 5720,
  /** No bundle of this id exists. */
  unknownBundle: 5730,
  /** The bundle has too many calls. */
  bundleTooLarge: 5740,
  /** The user rejected the upgrade of the account that the bundle needs. */
  upgradeRejected: 5750,
  /** The wallet cannot execute the calls atomically. */
  atomicityNotSupported: 5760,
} as const

/** Texts of SPEC §8 for errors of waiting for a bundle. */
export const bundleTexts = {
  failed: 'Call bundle failed with status',
  timedOut: 'Timed out while waiting for call bundle',
} as const

/** Codes of EIP-5792 for bundles of calls; apart from the others because host pages do not need their names. */
export const bundleCodes = {
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  upgradeRejected: 5750,
  atomicityNotSupported: 5760,
} as const

/** Texts of SPEC §8 that waiting for a bundle throws. */
export const bundleTexts = {
  failed: 'Call bundle failed with status',
  timedOut: 'Timed out while waiting for call bundle',
} as const

/** EIP-5792 codes of call bundles; in a separate file because host pages do not need their names. */
export const bundleCodes = {
  unsupportedCapability: 5700,
  unsupportedChain: 5710,
  duplicateId: 5720,
  unknownBundle: 5730,
  bundleTooLarge: 5740,
  upgradeRejected: 5750,
  atomicityNotSupported: 5760,
} as const

/** Texts of SPEC §8 for errors of waiting for a bundle. */
export const bundleTexts = {
  failed: 'Call bundle failed with status',
  timedOut: 'Timed out while waiting for call bundle',
} as const

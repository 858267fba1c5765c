/** What a process serves: everything, the embedded wallet alone, or everything but the embedded wallet. */
export const servedParts = ['all', 'embedded-wallet', 'others'] as const
export type ServedPart = (typeof servedParts)[number]

export const servesEmbeddedWallet = (part: ServedPart): boolean => part !== 'others'
export const servesOthers = (part: ServedPart): boolean => part !== 'embedded-wallet'

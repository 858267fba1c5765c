/** How the person behind a test wallet meets the next prompts. */
export type WalletMood = 'approves' | 'rejects' | 'is-already-asked' | 'has-locked-it'

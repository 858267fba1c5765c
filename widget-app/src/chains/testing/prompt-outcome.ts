/** How the user of a test wallet responds to the next prompts. */
export type WalletMood = 'approves' | 'rejects' | 'is-already-asked' | 'has-locked-it'

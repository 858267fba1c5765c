/** How the user of a test wallet responds to the next prompts. */
export type PromptOutcome = 'approves' | 'rejects' | 'is-already-asked' | 'has-locked-it'

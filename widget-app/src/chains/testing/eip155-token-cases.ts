import type { Row } from './token-cases.ts'

export type Eip155TokenCase = Row<
  'eip155',
  {
    /** A contract of `e2e/stack/contracts`, by its file and the name of its artefact. */
    readonly file: string
    readonly artefact: string
    /** The account on the token's block list. */
    readonly blocks?: 'sender' | 'receiver'
    /** The result of setting an allowance back to zero. */
    readonly reset?: { readonly is: 'runs' } | { readonly is: 'fails'; readonly reason: string }
  }
>

/** Test only: the tokens of EVM chains; the documentation of rows in `token-cases.ts` applies. */
export const eip155TokenCases: readonly Eip155TokenCase[] = [
  {
    ...{ kind: 'plain ERC-20', on: 'eip155', sends: 10_000n, came: 10_000n },
    made: { file: 'token', artefact: 'tokenArtefact' },
    review: { arrives: 10_000n },
  },
  {
    ...{ kind: 'ERC-20 that returns nothing', on: 'eip155', sends: 10_000n, came: 10_000n },
    made: { file: 'no-return-token', artefact: 'noReturnTokenArtefact' },
    review: { arrives: 10_000n },
  },
  {
    ...{ kind: 'ERC-20 with a fee on transfer', on: 'eip155', sends: 10_000n, came: 9_500n },
    made: { file: 'fee-token', artefact: 'feeTokenArtefact' },
    review: { arrives: 9_500n },
  },
  {
    ...{ kind: 'ERC-20 with a fee that its events hide', on: 'eip155', sends: 10_000n, came: 9_500n },
    made: { file: 'quiet-fee-token', artefact: 'quietFeeTokenArtefact' },
    review: { arrives: 9_500n },
  },
  {
    ...{ kind: 'rebasing ERC-20 that rounds down', on: 'eip155', sends: 101n, came: 100n },
    made: { file: 'rebasing-token', artefact: 'rebasingTokenArtefact' },
    review: { arrives: 100n },
  },
  {
    ...{ kind: 'paused ERC-20', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'paused-token', artefact: 'pausedTokenArtefact' },
    review: { refused: 'token-paused', says: 'EnforcedPause()' },
  },
  {
    ...{ kind: 'paused ERC-20 that says so in words', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'wordy-paused-token', artefact: 'wordyPausedTokenArtefact' },
    review: { refused: 'token-paused' },
  },
  {
    ...{ kind: 'ERC-20 that blocks the account', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'blocking-token', artefact: 'blockingTokenArtefact' },
    review: { refused: 'token-blocked' },
  },
  {
    ...{ kind: 'ERC-20 with a least amount', on: 'eip155', sends: 99n, came: undefined },
    made: { file: 'least-token', artefact: 'leastTokenArtefact' },
    review: { refused: 'token-refuses' },
  },
  {
    ...{ kind: 'ERC-20 that answers false', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'false-token', artefact: 'falseTokenArtefact' },
    review: { refused: 'token-refuses' },
  },
  {
    ...{ kind: 'ERC-20 with a fee on transfer, all is sent', on: 'eip155', sends: 'max', left: 0n },
    came: 950_000_000_000n,
    made: { file: 'fee-token', artefact: 'feeTokenArtefact' },
    review: { arrives: 950_000_000_000n },
  },
  {
    // The amount is rounded down to shares, so one of them remains.
    ...{ kind: 'rebasing ERC-20, all is sent', on: 'eip155', sends: 'max', left: 3n },
    came: 1_000_000_000_000n,
    made: { file: 'rebasing-token', artefact: 'rebasingTokenArtefact' },
    review: { arrives: 1_000_000_000_003n },
  },
  {
    ...{ kind: 'ERC-20 with a fee on top of the amount', on: 'eip155', sends: 10_000n, came: 10_000n },
    left: 999_999_989_500n,
    made: { file: 'sender-fee-token', artefact: 'senderFeeTokenArtefact' },
    review: { arrives: 10_000n, leaves: 10_500n },
  },
  {
    ...{ kind: 'ERC-20 with a fee on top of the amount, all is sent', on: 'eip155', sends: 'max' },
    ...{ came: undefined, left: 1_000_000_000_000n },
    made: { file: 'sender-fee-token', artefact: 'senderFeeTokenArtefact' },
    review: { refused: 'token-fee' },
  },
  {
    ...{ kind: 'ERC-20 that blocks the receiver alone', on: 'eip155', sends: 10_000n, came: undefined },
    made: {
      ...{ file: 'receiver-blocking-token', artefact: 'receiverBlockingTokenArtefact' },
      blocks: 'receiver',
    },
    review: { refused: 'token-blocked', says: 'Blacklistable: account is blacklisted' },
  },
  {
    ...{ kind: 'ERC-20 that blocks other receivers', on: 'eip155', sends: 10_000n, came: 10_000n },
    made: { file: 'receiver-blocking-token', artefact: 'receiverBlockingTokenArtefact', blocks: 'sender' },
    review: { arrives: 10_000n },
  },
  {
    ...{ kind: 'ERC-20 that reverts without a reason', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'silent-token', artefact: 'silentTokenArtefact', blocks: 'sender' },
    review: { refused: 'reverted' },
  },
  {
    ...{ kind: 'ERC-20 that blocks with a known error', on: 'eip155', sends: 10_000n, came: undefined },
    made: {
      ...{ file: 'error-blocking-token', artefact: 'errorBlockingTokenArtefact' },
      blocks: 'receiver',
    },
    review: { refused: 'token-blocked', says: 'ERC20Blocked(address)' },
  },
  {
    ...{ kind: 'ERC-20 that refuses with an unknown error', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'odd-error-token', artefact: 'oddErrorTokenArtefact', blocks: 'receiver' },
    // MoonIsNotFull(uint256)
    review: { refused: 'reverted', says: '0x60386e76' },
  },
  {
    ...{ kind: 'ERC-20 that takes no zero', on: 'eip155', sends: 0n, came: undefined },
    made: {
      ...{ file: 'no-zero-token', artefact: 'noZeroTokenArtefact' },
      reset: { is: 'fails', reason: 'zero allowance' },
    },
    review: { refused: 'token-refuses', says: 'zero amount' },
  },
  {
    ...{ kind: 'ERC-20 that takes more than zero', on: 'eip155', sends: 1n, came: 1n },
    made: { file: 'no-zero-token', artefact: 'noZeroTokenArtefact' },
    review: { arrives: 1n },
  },
  {
    ...{ kind: 'ERC-20 with an allowance', on: 'eip155', sends: 1n, came: 1n },
    made: { file: 'token', artefact: 'tokenArtefact', reset: { is: 'runs' } },
    review: { arrives: 1n },
  },
  {
    ...{ kind: 'rebasing ERC-20 that rounds by one of many', on: 'eip155', sends: 100_001n, came: 100_000n },
    made: { file: 'rebasing-token', artefact: 'rebasingTokenArtefact' },
    review: { arrives: 100_001n },
  },
  {
    ...{ kind: 'ERC-20 without decimals', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'no-decimals-token', artefact: 'noDecimalsTokenArtefact' },
    review: { refused: 'token-decimals' },
  },
]

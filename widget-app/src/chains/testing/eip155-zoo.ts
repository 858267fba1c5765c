import type { Row } from './token-zoo.ts'

export type Eip155Row = Row<
  'eip155',
  {
    /** A contract of `e2e/stack/contracts`, by its file and the name of its artefact. */
    readonly file: string
    readonly artefact: string
  }
>

/** Test only: the tokens of EVM chains; what `token-zoo.ts` says of its rows is true of these. */
export const eip155Zoo: readonly Eip155Row[] = [
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
    ...{ kind: 'rebasing ERC-20 that rounds by one of many', on: 'eip155', sends: 100_001n, came: 100_000n },
    made: { file: 'rebasing-token', artefact: 'rebasingTokenArtefact' },
    review: { arrives: 100_001n },
  },
  {
    ...{ kind: 'ERC-20 without decimals', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'no-decimals-token', artefact: 'noDecimalsTokenArtefact' },
    review: { refused: 'token-decimals' },
  },
  {
    ...{ kind: 'paused ERC-20', on: 'eip155', sends: 10_000n, came: undefined },
    made: { file: 'paused-token', artefact: 'pausedTokenArtefact' },
    review: { refused: 'token-paused' },
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
]

import type { Review } from '#widget/domain/review-queue/reviews.ts'

const hash = `0x${'a1'.repeat(32)}`

type EndedStage = Pick<Review, 'stage'> & {
  readonly request?: Review['request']
  /** Whether the request is a permit; otherwise it is an approval. */
  readonly isPermit?: boolean
}

/** Stages of a review whose wallet result is not verified, by name. Test only. */
export const endedStages: readonly (readonly [string, EndedStage])[] = [
  ['something else was signed', { stage: { is: 'mismatch' } }],
  ['sent and not verified', { stage: { is: 'unverified', hash, added: 'nothing' } }],
  [
    'sent with calls of the wallet',
    { request: { method: 'wallet_sendCalls' }, stage: { is: 'unverified', hash, added: 'calls' } },
  ],
  [
    'sent with a right of a contract',
    { request: { method: 'wallet_sendCalls' }, stage: { is: 'unverified', hash, added: 'rights' } },
  ],
  [
    'signed and not verified',
    {
      isPermit: true,
      request: { method: 'eth_signTypedData_v4' },
      stage: { is: 'unverified', hash: undefined, added: 'nothing' },
    },
  ],
]

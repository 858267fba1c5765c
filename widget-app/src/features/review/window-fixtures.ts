import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'

const address = `https://widget.example/confirm.html#${'A'.repeat(22)}.${'B'.repeat(43)}`

/** The confirm window at each stage, as the frame sees it. Test only. */
export const windowStages: readonly (readonly [string, ConfirmWindowState])[] = [
  ['window opens', { stage: 'opening', address, comparison: undefined, show: () => undefined }],
  ['decided in the window', { stage: 'waiting', address, comparison: undefined, show: () => undefined }],
  ['decided in an unreachable window', { stage: 'waiting', address, comparison: '47', show: undefined }],
  ['window closed', { stage: 'closed', address, comparison: undefined, show: undefined }],
  [
    'request too large for the window',
    { stage: 'too-large', address, comparison: undefined, show: undefined },
  ],
  ['window blocked', { stage: 'unreached', address, comparison: undefined, show: undefined }],
]

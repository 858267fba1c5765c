import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import type { ConfirmWindowState, Review } from '#widget/domain/review-queue/reviews.ts'
import { testConnection } from '#widget/testing/connection.ts'

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

const closed: ConfirmWindowState = { stage: 'closed', address, comparison: undefined, show: undefined }
const waiting: ConfirmWindowState = {
  ...{ stage: 'waiting', address, comparison: undefined },
  show: () => undefined,
}

/** Our own wallet, as its source lists it. Test only. */
export const ownWallet = testEmbeddedWallet('eip155')
/** Its connection. Test only. */
export const ownConnection = {
  ...testConnection({ accounts: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F'] }),
  ...{ handle: ownWallet.handle, walletId: walletIdOf(ownWallet), walletName: ownWallet.name },
}

/** The same with our own wallet, which signs in its window. Test only. */
export const ownWalletStages: readonly (readonly [string, Partial<Review>])[] = [
  ['own wallet', { connection: ownConnection }],
  ['own wallet open', { connection: ownConnection, window: waiting }],
  ['own wallet closed', { connection: ownConnection, window: closed }],
  ['own wallet signed', { connection: ownConnection, window: waiting, stage: { is: 'checking' } }],
]

/** The operator pays the fee of a request. Test only. */
export const sponsored: Fact = { is: 'term', name: 'sponsored', text: 'Tidewater Coffee' }

/** A request of our own wallet with that fact: reviewed, and sent. Test only. */
export const sponsoredStages: readonly (readonly [string, Partial<Review>])[] = [
  ['own wallet with a fee that the operator pays', { connection: ownConnection }],
  ['own wallet while the operator pays', { connection: ownConnection, stage: { is: 'asked' } }],
]

import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import type { Fixture } from '#widget/testing/fixture.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, type TestWorldOptions, testWallet } from '#widget/testing/world.ts'
import { confirmSendAtom } from '../atoms/confirm-send.ts'
import { draftAtom, sendStateAtom } from '../atoms/draft.ts'
import { recipientAtom, reviewFeeAtom, reviewProblemsAtom } from '../atoms/form.ts'
import { prefilledDraft } from '../draft.ts'
import { connection, openSend, recipient, sendOptions, transactionOf, usdcAddress } from './send-world.ts'

export type Script = TestAdapterParts
export const never = () => new Promise<never>(() => {})
export const lazyOptions = { bundledNetworks, topWallets }
/** Names that all resolve to one account. */
export const resolvesTo = (address: string | undefined): Script => ({
  resolveName: async (name) => ({ name, address, avatar: undefined }),
})
export const native: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: 'native',
  amount: '0.25',
  to: recipient,
}
export const token: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: usdcAddress,
  amount: '150.5',
  to: recipient,
}

/** A session wallet. */
export const pocket = testWallet({
  source: 'walletconnect',
  name: 'Pocket Wallet',
  app: 'zengo://',
})

export const usdcHolder = '0x37305B1cD40574E4C5Ce33f8e8306Be057fD7341'

/** Waits for a condition; the gallery runs in real time. */
export async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200 && !condition(); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Waits until the name in the form is resolved. */
export async function typingPause({ store, clock }: TestWorld): Promise<void> {
  for (let attempt = 0; attempt < 200 && store.get(recipientAtom).is === 'resolving'; attempt += 1) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const review = (
  state: string,
  script: Script,
  {
    view = native,
    connected = connection,
    isPrefilled = false,
    options = {},
    before = () => {},
    after,
  }: {
    view?: ViewOf<'WalletSend'>
    connected?: typeof connection
    /** The host prefilled the form. */
    isPrefilled?: boolean
    options?: TestWorldOptions
    before?: (world: TestWorld) => void
    after?: Fixture['after']
  } = {},
): Fixture<ViewOf<'WalletSendReview'>> => ({
  view: { name: 'WalletSendReview' },
  state,
  options: sendOptions(script, { ...lazyOptions, ...options }),
  before: (world) => {
    before(world)
    openSend(world, { name: 'WalletSend', ...(isPrefilled ? view : {}) }, connected)
    if (!isPrefilled) world.store.set(draftAtom, prefilledDraft(view, connected.chain, 'en'))
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendReview' } })
    world.store.set(sendStateAtom, { is: 'reviewed' })
  },
  ...(after ? { after } : {}),
})

/** Clicks Send, and waits for its effect. */
export const clickSend = async ({ store }: TestWorld): Promise<void> => {
  await until(() => store.get(reviewFeeAtom).is === 'ready' && store.get(reviewProblemsAtom).length === 0)
  void store.set(confirmSendAtom)
  await until(() => !['reviewing', 'estimating'].includes(store.get(sendStateAtom).is))
}

export const rejectsWith = (error: Error): Script => ({ send: () => Promise.reject(error) })
export const sent = (over: Script = {}): Script => ({
  send: async () => transactionOf(),
  verifySent: async () => 'verified',
  waitForTransaction: never,
  ...over,
})
export const ends = (status: Awaited<ReturnType<NonNullable<ChainAdapter['waitForTransaction']>>>): Script =>
  sent({ waitForTransaction: async () => status })
export const block = { block: 21_000_000n, fee: 402_000_000_000_000n }

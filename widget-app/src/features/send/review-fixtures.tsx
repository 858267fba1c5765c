import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter } from '#widget/chains/contract.ts'
import type { Fixture, States } from '#widget/kernel/fixture.ts'
import { watchWalletsAtom } from '#widget/kernel/found-wallets.ts'
import bundledNetworks from '#widget/kernel/generated/networks.json'
import topWallets from '#widget/kernel/generated/top-wallets.json'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/kernel/journal.ts'
import { isPhoneAtom } from '#widget/kernel/modal.ts'
import type { TestAdapterParts } from '#widget/kernel/test-requests.ts'
import { type TestWorld, type TestWorldOptions, testWallet } from '#widget/kernel/test-world.ts'
import type { ViewOf } from '#widget/kernel/view.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { confirmSendAtom } from './bind.ts'
import { prefilledDraft } from './draft.ts'
import { recipientAtom, reviewFeeAtom, reviewProblemsAtom } from './form.ts'
import { takeRecipientAtom } from './link-state.ts'
import { movedNameAtom } from './named.ts'
import {
  base,
  bySite,
  connection,
  ether,
  ethereum,
  fee,
  openSend,
  receiver,
  sender,
  sendOptions,
  transactionOf,
  usdcAddress,
} from './send-world.ts'
import { draftAtom, sendStateAtom } from './state.ts'

export type Script = TestAdapterParts
export const never = () => new Promise<never>(() => {})
export const later = { bundledNetworks, topWallets }
/** Names that all belong to one account. */
export const belongsTo = (address: string | undefined): Script => ({
  resolveName: async (name) => ({ name, address, avatar: undefined }),
})
export const native: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: 'native',
  amount: '0.25',
  to: receiver,
}
export const token: ViewOf<'WalletSend'> = {
  name: 'WalletSend',
  assetAddress: usdcAddress,
  amount: '150.5',
  to: receiver,
}

/** A wallet behind a WalletConnect session. */
const pocket = testWallet({
  source: 'walletconnect',
  name: 'Pocket Wallet',
  app: 'zengo://',
})

const usdcHolder = '0x37305B1cD40574E4C5Ce33f8e8306Be057fD7341'

/** Waits until something is so; the gallery runs in real time. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isSo(); turn += 1) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Waits until the name in the form has been looked up. */
export async function typingPause({ store, clock }: TestWorld): Promise<void> {
  for (let turn = 0; turn < 200 && store.get(recipientAtom).is === 'resolving'; turn += 1) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const review = (
  state: string,
  script: Script,
  {
    view = native,
    held = connection,
    isAsked = false,
    options = {},
    before = () => {},
    after,
  }: {
    view?: ViewOf<'WalletSend'>
    held?: typeof connection
    /** The site filled in the form. */
    isAsked?: boolean
    options?: TestWorldOptions
    before?: (world: TestWorld) => void
    after?: Fixture['after']
  } = {},
): Fixture<ViewOf<'WalletSendReview'>> => ({
  view: { name: 'WalletSendReview' },
  state,
  options: sendOptions(script, { ...later, ...options }),
  before: (world) => {
    before(world)
    openSend(world, { name: 'WalletSend', ...(isAsked ? view : {}) }, held)
    if (!isAsked) world.store.set(draftAtom, prefilledDraft(view, held.chain, 'en'))
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendReview' } })
    world.store.set(sendStateAtom, { is: 'reviewed' })
  },
  ...(after ? { after } : {}),
})

/** Presses Send, and waits until that has shown an effect. */
const pressed = async ({ store }: TestWorld): Promise<void> => {
  await until(() => store.get(reviewFeeAtom).is === 'ready' && store.get(reviewProblemsAtom).length === 0)
  void store.set(confirmSendAtom)
  await until(() => !['reviewing', 'estimating'].includes(store.get(sendStateAtom).is))
}

const refusing = (error: Error): Script => ({ send: () => Promise.reject(error) })
const sent = (over: Script = {}): Script => ({
  send: async () => transactionOf(),
  verifySent: async () => 'verified',
  follow: never,
  ...over,
})
const ends = (status: Awaited<ReturnType<NonNullable<ChainAdapter['follow']>>>): Script =>
  sent({ follow: async () => status })
const block = { block: 21_000_000n, fee: 402_000_000_000_000n }

/** A name that belongs to somebody else when it is looked up again. */
const moving = (): Script => {
  const owners = [receiver]
  return { resolveName: async (name) => ({ name, address: owners.pop() ?? usdcHolder, avatar: undefined }) }
}

/** Every state of the review, and of what follows it. Test only. */
export const reviewStates: States<'WalletSendReview'> = [
  review('native', {}),
  review('token', {}, { view: token }),
  review('to a name', belongsTo(receiver), {
    view: { ...native, to: 'anna.eth' },
    after: typingPause,
  }),
  review('to a name that moved', moving(), {
    view: { ...native, to: 'anna.eth' },
    after: async (world) => {
      await typingPause(world)
      await pressed(world)
      await until(() => world.store.get(movedNameAtom) !== undefined)
    },
  }),
  review('filled in by the site', {}, { view: token, isAsked: true }),
  review(
    'token account to open',
    {
      estimateFee: async () => ({
        ...{ expectedFee: 2_044_280_000_000_000n, maxFee: 2_044_280_000_000_000n },
        ...{ accountDeposit: 2_039_280_000_000_000n, computeUnitLimit: 200_000, microLamportsPerUnit: 1n },
      }),
    },
    { view: token },
  ),
  review(
    'the same again',
    {},
    {
      before: ({ store }) => {
        const transfer = { from: sender, to: receiver, asset: ether, value: 250_000_000_000_000_000n }
        const id = store.set(beginTransactionAtom, connection, transfer)
        store.set(recordTransactionAtom, id, { is: 'lost' })
      },
    },
  ),
  review('first payment', {}, { view: { ...native, to: `0x${'5f'.repeat(20)}` } }),
  // Begins and ends like the person's own address.
  review('look alike', {}, { view: { ...native, to: `0x71c765${'5f'.repeat(14)}d8976f` } }),
  review(
    'payment link',
    {},
    {
      after: async ({ store }) =>
        store.set(takeRecipientAtom, `ethereum:${usdcAddress}@1/transfer?address=${receiver}&uint256=1.25e7`),
    },
  ),
  review('reported by the site', {}, bySite()),
  review('read by one server', {
    estimateFee: async () => ({ ...{ expectedFee: 4n, maxFee: 5n, tip: 0n }, isUnconfirmed: true }),
  }),
  review(
    'confirmed as the site reports',
    {},
    { ...bySite(ends({ is: 'confirmed', ...block })), after: pressed },
  ),
  review('estimating the fee', { estimateFee: never }),
  review('fee failed', { estimateFee: () => Promise.reject(new WidgetError('http/network', 'Away')) }),
  review(
    'network refuses',
    {
      estimateFee: () =>
        Promise.reject(new WidgetError('send/failed', 'reverted', { data: { reason: 'reverted' } })),
    },
    { view: token },
  ),
  review(
    'other network',
    {},
    { view: { ...token, chainId: ethereum }, held: { ...connection, chain: base } },
  ),
  review('not enough for the fee', {
    estimateFee: async () => ({ ...fee, expectedFee: 10n ** 18n, maxFee: 12n * 10n ** 17n }),
  }),
  review(
    'switching',
    { switchNetwork: never },
    {
      view: { ...token, chainId: ethereum },
      held: { ...connection, chain: base },
      after: pressed,
    },
  ),
  review('confirm in wallet', { send: never }, { after: pressed }),
  review(
    'wallet not answering',
    { send: never },
    {
      after: async (world) => {
        await pressed(world)
        await new Promise((resolve) => setTimeout(resolve, walletHintAfterMs + 100))
      },
    },
  ),
  review(
    'in an app of this phone',
    { send: never },
    {
      held: { ...connection, handle: pocket.handle, walletName: pocket.name },
      options: { wallets: [pocket] },
      before: ({ store }) => {
        store.set(isPhoneAtom, true)
        store.set(watchWalletsAtom)
      },
      after: pressed,
    },
  ),
  review('rejected', refusing(new ProviderRpcError(4001, 'User rejected the request')), { after: pressed }),
  review('already pending', refusing(new ProviderRpcError(-32002, 'Already pending')), { after: pressed }),
  review(
    'failed',
    refusing(
      new WidgetError('send/failed', 'Failed to send transaction', {
        data: { reason: 'wallet', walletMessage: 'nonce too low' },
      }),
    ),
    { after: pressed },
  ),
  review('outcome unknown', refusing(new ProviderRpcError(4900, 'Disconnected')), { after: pressed }),
  review('submitted', sent(), { after: pressed }),
  review('confirmed', ends({ is: 'confirmed', ...block }), { after: pressed }),
  review('failed on the network', ends({ is: 'failed', ...block }), { after: pressed }),
  review('replaced', ends({ is: 'replaced', by: undefined }), { after: pressed }),
  review('dropped', ends({ is: 'dropped' }), { after: pressed }),
  review('expired', ends({ is: 'expired' }), { after: pressed }),
  review(
    'something else was sent',
    sent({ verifySent: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')) }),
    { after: pressed },
  ),
  {
    view: { name: 'WalletSendReview' },
    state: 'nothing to review',
    options: sendOptions({}, later),
    before: (world) => openSend(world, { name: 'WalletSendReview' }),
  },
]

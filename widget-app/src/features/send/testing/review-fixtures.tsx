import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { beginTransactionAtom, recordTransactionAtom } from '#widget/domain/transactions/journal.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import type { States } from '#widget/testing/fixture.ts'
import { setRecipientAtom } from '../atoms/link.ts'
import { changedNameAtom } from '../atoms/resolved-recipient.ts'
import {
  block,
  clickSend,
  ends,
  lazyOptions,
  native,
  never,
  pocket,
  rejectsWith,
  resolvesTo,
  review,
  type Script,
  sent,
  token,
  typingPause,
  until,
  usdcHolder,
} from './fixture-builders.tsx'
import {
  base,
  connection,
  ether,
  ethereum,
  fee,
  hostReported,
  openSend,
  recipient,
  sender,
  sendOptions,
  usdcAddress,
} from './send-world.ts'

/** A name with another address when it is resolved again. */
const changingName = (): Script => {
  const owners = [recipient]
  return { resolveName: async (name) => ({ name, address: owners.pop() ?? usdcHolder, avatar: undefined }) }
}

/** Every state of the review and of the progress. Test only. */
export const reviewStates: States<'WalletSendReview'> = [
  review('native', {}),
  review('token', {}, { view: token }),
  review('to a name', resolvesTo(recipient), {
    view: { ...native, to: 'anna.eth' },
    after: typingPause,
  }),
  review('to a name with a new address', changingName(), {
    view: { ...native, to: 'anna.eth' },
    after: async (world) => {
      await typingPause(world)
      await clickSend(world)
      await until(() => world.store.get(changedNameAtom) !== undefined)
    },
  }),
  review('filled in by the site', {}, { view: token, isPrefilled: true }),
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
    'token takes a fee',
    { estimateFee: async () => ({ ...fee, token: { arrives: 142_975_000n } }) },
    { view: token },
  ),
  review(
    'token with a memo and a permanent delegate',
    {
      estimateFee: async () => ({
        ...fee,
        token: { arrives: 150_500_000n, memo: 'Transfer', displayed: 301_000_000n, isRevocable: true },
      }),
    },
    { view: token },
  ),
  review(
    'token with a hook',
    { estimateFee: async () => ({ ...fee, token: { arrives: 150_500_000n, hook: usdcHolder } }) },
    { view: token },
  ),
  review(
    'token with a fee and a hook for an account of a program',
    {
      estimateFee: async () => ({
        ...fee,
        isKeyless: true,
        token: { arrives: 142_975_000n, hook: usdcHolder },
      }),
    },
    { view: token },
  ),
  review(
    'received amount unknown',
    { estimateFee: async () => ({ ...fee, token: { arrives: undefined } }) },
    { view: token },
  ),
  review(
    'token refuses',
    {
      estimateFee: () =>
        Promise.reject(
          new WidgetError('send/failed', 'execution reverted: amount too small', {
            data: { reason: 'token-refuses' },
          }),
        ),
    },
    { view: token },
  ),
  review(
    'duplicate payment',
    {},
    {
      before: ({ store }) => {
        const transfer = { from: sender, to: recipient, asset: ether, value: 250_000_000_000_000_000n }
        const id = store.set(beginTransactionAtom, connection, transfer)
        store.set(recordTransactionAtom, id, { is: 'lost' })
      },
    },
  ),
  review('first payment', {}, { view: { ...native, to: `0x${'5f'.repeat(20)}` } }),
  // Begins and ends like the user's own address.
  review('look alike', {}, { view: { ...native, to: `0x71c765${'5f'.repeat(14)}d8976f` } }),
  review(
    'payment link',
    {},
    {
      after: async ({ store }) =>
        store.set(setRecipientAtom, `ethereum:${usdcAddress}@1/transfer?address=${recipient}&uint256=1.25e7`),
    },
  ),
  review('reported by the site', {}, hostReported()),
  review('read by one server', {
    estimateFee: async () => ({ ...{ expectedFee: 4n, maxFee: 5n, tip: 0n }, isUnconfirmed: true }),
  }),
  review(
    'confirmed as the site reports',
    {},
    { ...hostReported(ends({ is: 'confirmed', ...block })), after: clickSend },
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
    { view: { ...token, chainId: ethereum }, connected: { ...connection, chain: base } },
  ),
  review('not enough for the fee', {
    estimateFee: async () => ({ ...fee, expectedFee: 10n ** 18n, maxFee: 12n * 10n ** 17n }),
  }),
  review(
    'switching',
    { switchNetwork: never },
    {
      view: { ...token, chainId: ethereum },
      connected: { ...connection, chain: base },
      after: clickSend,
    },
  ),
  review('confirm in wallet', { send: never }, { after: clickSend }),
  review(
    'wallet not answering',
    { send: never },
    {
      after: async (world) => {
        await clickSend(world)
        await new Promise((resolve) => setTimeout(resolve, walletHintAfterMs + 100))
      },
    },
  ),
  review(
    'in an app of this phone',
    { send: never },
    {
      connected: { ...connection, handle: pocket.handle, walletName: pocket.name },
      options: { wallets: [pocket] },
      before: ({ store }) => {
        store.set(isPhoneAtom, true)
        store.set(watchWalletsAtom)
      },
      after: clickSend,
    },
  ),
  review('rejected', rejectsWith(new ProviderRpcError(4001, 'User rejected the request')), {
    after: clickSend,
  }),
  review('already pending', rejectsWith(new ProviderRpcError(-32002, 'Already pending')), {
    after: clickSend,
  }),
  review(
    'failed',
    rejectsWith(
      new WidgetError('send/failed', 'Failed to send transaction', {
        data: { reason: 'wallet', walletMessage: 'nonce too low' },
      }),
    ),
    { after: clickSend },
  ),
  review('outcome unknown', rejectsWith(new ProviderRpcError(4900, 'Disconnected')), { after: clickSend }),
  review('submitted', sent(), { after: clickSend }),
  review('confirmed', ends({ is: 'confirmed', ...block }), { after: clickSend }),
  review(
    'less arrived',
    { ...ends({ is: 'confirmed', ...block }), receivedAmount: async () => 142_975_000n },
    { view: token, after: clickSend },
  ),
  review(
    'what arrived cannot be read',
    { ...ends({ is: 'confirmed', ...block }), receivedAmount: async () => undefined },
    { view: token, after: clickSend },
  ),
  review('failed on the network', ends({ is: 'failed', ...block }), { after: clickSend }),
  review('replaced', ends({ is: 'replaced', by: undefined }), { after: clickSend }),
  review('dropped', ends({ is: 'dropped' }), { after: clickSend }),
  review('expired', ends({ is: 'expired' }), { after: clickSend }),
  review(
    'something else was sent',
    sent({ verifySent: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')) }),
    { after: clickSend },
  ),
  review('something else was signed', rejectsWith(new WidgetError('send/mismatch', 'Differs')), {
    after: clickSend,
  }),
  {
    view: { name: 'WalletSendReview' },
    state: 'nothing to review',
    options: sendOptions({}, lazyOptions),
    before: (world) => openSend(world, { name: 'WalletSendReview' }),
  },
]

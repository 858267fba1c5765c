import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { nameAddressAtom } from '#widget/domain/accounts/address-book.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { journalAtom, watchPendingTransactionsAtom } from '#widget/domain/transactions/journal.ts'
import type { Atom } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { emptyDraft } from '../draft.ts'
import { feeLifetimeMs } from '../network-fee.ts'
import {
  base,
  connection,
  ethereum,
  fee,
  openSend,
  recipient,
  sender,
  sendOptions,
  transactionOf,
  usdcAddress,
} from '../testing/send-world.ts'
import { reviewAtom } from './actions.ts'
import { confirmSendAtom, freshFeeAtom } from './confirm-send.ts'
import { draftAtom, sendStateAtom } from './draft.ts'
import { checkRecipientAtom, firstPaymentAtom } from './first-payment.ts'
import { previewAtom, problemsAtom, reviewFeeAtom, reviewProblemsAtom } from './form.ts'

const token: View = { name: 'WalletSend', assetAddress: usdcAddress, amount: '5', to: recipient }
const native: View = { name: 'WalletSend', assetAddress: 'native', amount: '0.5', to: recipient }
const inBlock = { is: 'confirmed', block: 9n, fee: 21n } as const
const typed = (text: string) => ({ is: 'typed', text }) as const
const never = () => new Promise<never>(() => {})
const verifiedScript: TestAdapterParts = { verifySent: async () => 'verified', waitForTransaction: never }

function watch(world: TestWorld, ...atoms: readonly Atom<unknown>[]) {
  for (const one of atoms) onTestFinished(world.store.sub(one, () => undefined))
}

/** Fills in the form from its prefill and waits until the review can be confirmed. */
async function openReview(script: TestAdapterParts, view: View = token, connected = connection) {
  const world = testWorld(sendOptions(script))
  openSend(world, view, connected)
  watch(world, problemsAtom, reviewFeeAtom, reviewProblemsAtom, previewAtom)
  await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
  world.store.set(reviewAtom)
  expect(world.store.get(sendStateAtom)).toEqual({ is: 'reviewing', note: undefined })
  return world
}
const stateOf = ({ store }: TestWorld) => store.get(journalAtom).map(({ state }) => state.is)

describe('confirmSendAtom', () => {
  it('token › confirmed in the wallet › journalled, watched to its block, flow runs', async () => {
    const requests: unknown[] = []
    const world = await openReview({
      send: async (_, transfer, sentFee) => {
        requests.push([transfer.to, transfer.value, sentFee], stateOf(world))
        return transactionOf()
      },
      verifySent: async () => 'verified',
      waitForTransaction: async () => inBlock,
    })
    await world.store.set(confirmSendAtom)
    expect(requests).toEqual([[recipient, 5_000_000n, fee], ['signing']])
    expect(world.flowCalls).toEqual([`afterSend ${world.store.get(journalAtom)[0]?.id} token`])
    await vi.waitFor(() => expect(stateOf(world)).toEqual(['confirmed']))
    const eventProperties = { network: 'eip155:1', isSmartAccount: false, token: 'USDC', amount: '5' }
    expect(world.events).toMatchObject([
      { event: 'SEND_INITIATED', properties: eventProperties },
      { event: 'SEND_SUCCESS', properties: { ...eventProperties, hash: transactionOf().hash } },
    ])
    expect(JSON.stringify(world.events)).not.toContain(recipient)
  })

  it('native currency › sent › review shows it as submitted and the form is empty', async () => {
    const world = await openReview({ send: async () => transactionOf(), ...verifiedScript }, native)
    await world.store.set(confirmSendAtom)
    const [entry] = world.store.get(journalAtom)
    expect(world.store.get(sendStateAtom)).toEqual({ is: 'submitted', entryId: entry?.id })
    expect(world.flowCalls).toEqual([`afterSend ${entry?.id} native`])
    expect(world.store.get(draftAtom)).toEqual(emptyDraft)
    expect(world.store.get(viewStackAtom).at(-1)).toEqual({ name: 'WalletSendReview' })
  })

  it('two clicks › the wallet is prompted once', async () => {
    const send = vi.fn<NonNullable<ChainAdapter['send']>>(never)
    const world = await openReview({ send })
    void world.store.set(confirmSendAtom)
    void world.store.set(confirmSendAtom)
    await vi.waitFor(() => expect(world.store.get(sendStateAtom).is).toBe('signing'))
    void world.store.set(confirmSendAtom)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('rejection › keeps the form; the next click prompts once more', async () => {
    const send = vi.fn(() => Promise.reject(new ProviderRpcError(4001, 'no')))
    const world = await openReview({ send })
    await world.store.set(confirmSendAtom)
    expect([world.store.get(sendStateAtom), send.mock.calls.length]).toEqual([{ is: 'rejected' }, 1])
    expect(stateOf(world)).toEqual(['rejected'])
    expect(world.store.get(draftAtom).to).toBe(recipient)
    expect(world.events.map(({ event }) => event)).toEqual(['SEND_INITIATED', 'SEND_REJECTED'])
    await world.store.set(confirmSendAtom)
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('wallet disconnects while prompted › unknown, and Send is disabled', async () => {
    const send = vi.fn(() => Promise.reject(new ProviderRpcError(4900, 'gone')))
    const world = await openReview({ send })
    await world.store.set(confirmSendAtom)
    await world.store.set(confirmSendAtom)
    expect(world.store.get(sendStateAtom).is).toBe('unknown')
    expect([stateOf(world), send.mock.calls.length]).toEqual([['unknown'], 1])
  })

  it('first payment to an address › requires the user to confirm the comparison', async () => {
    const send = vi.fn(async () => transactionOf())
    const world = await openReview(
      { send, ...verifiedScript },
      { ...token, to: usdcAddress.replace(/8$/, '9') },
    )
    const { store } = world
    expect(store.get(firstPaymentAtom)).toBe('unchecked')
    await store.set(confirmSendAtom)
    expect([send.mock.calls.length, store.get(sendStateAtom).is]).toEqual([0, 'reviewing'])
    store.set(checkRecipientAtom, true)
    await store.set(confirmSendAtom)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('confirmed comparison › is for one address; known addresses need none', async () => {
    const world = await openReview({}, { ...token, to: usdcAddress.replace(/8$/, '9') })
    const { store } = world
    store.set(checkRecipientAtom, true)
    expect(store.get(firstPaymentAtom)).toBe('checked')
    const another = `0x${'ab'.repeat(20)}`
    store.set(draftAtom, { to: another })
    expect(store.get(firstPaymentAtom)).toBe('unchecked')
    store.set(nameAddressAtom, 'eip155', another, 'Alice')
    expect(store.get(firstPaymentAtom)).toBe('known')
    for (const to of [recipient, sender]) {
      store.set(draftAtom, { to })
      expect(store.get(firstPaymentAtom)).toBe('known')
    }
  })

  it.each([
    ['its own view says it', { name: 'WalletSendReview' }, false],
    ['a toast says it over another view', { name: 'Networks' }, true],
  ] as const)('mismatch › %s', async (_, view, hasToast) => {
    const script: TestAdapterParts = {
      send: async () => transactionOf(),
      waitForTransaction: never,
      verifySent: () => Promise.reject(new WidgetError('send/mismatch', 'x')),
    }
    const world = await openReview(script, native)
    const sending = world.store.set(confirmSendAtom)
    world.store.set(viewStackAtom, { to: 'push', view })
    await sending
    expect(world.store.get(sendStateAtom).is).toBe('mismatched')
    expect(world.store.get(toastAtom).open).toBe(hasToast)
  })

  it('wallet on another network › switches to the token’s network', async () => {
    const switched: string[] = []
    const script: TestAdapterParts = {
      switchNetwork: async (_, network) => {
        switched.push(network.id)
      },
      send: async () => transactionOf(),
      ...verifiedScript,
    }
    const world = await openReview(script, { ...token, chainId: ethereum }, { ...connection, chain: base })
    await world.store.set(confirmSendAtom)
    expect([switched, stateOf(world)]).toEqual([[ethereum], ['submitted']])
  })

  it('reload while prompted › entry is unknown; after the hash, it is watched', async () => {
    const storage = memoryArea()
    let resolveSend: () => void = () => {}
    const script: TestAdapterParts = {
      send: () => new Promise((resolve) => (resolveSend = () => resolve(transactionOf()))),
      ...verifiedScript,
    }
    const world = testWorld(sendOptions(script, { storage, pageId: 'one' }))
    openSend(world, token)
    watch(world, problemsAtom, reviewFeeAtom, reviewProblemsAtom, previewAtom)
    await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
    world.store.set(reviewAtom)
    const sending = world.store.set(confirmSendAtom)
    await vi.waitFor(() => expect(world.store.get(sendStateAtom).is).toBe('signing'))
    const during = testWorld(sendOptions({}, { storage, pageId: 'two' }))
    expect(stateOf(during)).toEqual(['unknown'])
    resolveSend()
    await sending
    const after = testWorld(
      sendOptions({ waitForTransaction: async () => inBlock }, { storage, pageId: 'three' }),
    )
    expect(stateOf(after)).toEqual(['submitted'])
    await after.store.set(watchPendingTransactionsAtom)
    expect(stateOf(after)).toEqual(['confirmed'])
  })
})

describe('changes between click and prompt', () => {
  const otherConnection = { ...connection, accounts: [usdcAddress] as const }

  it.each([
    ['more, of Max', (world: TestWorld) => world.store.set(draftAtom, { amount: typed('7') }), [5_000_000n]],
    ['less, of Max', (world: TestWorld) => world.store.set(draftAtom, { amount: typed('3') }), []],
    [
      'the account',
      (world: TestWorld) =>
        world.store.set(dispatchConnectionEventAtom, 'eip155', {
          is: 'succeeded',
          connection: otherConnection,
        }),
      [],
    ],
  ] as const)('%s › sends the reviewed transfer or nothing, and shows it', async (_, change, expected) => {
    let onEstimate = () => {}
    const values: bigint[] = []
    const world = await openReview({
      estimateFee: async () => {
        onEstimate()
        return fee
      },
      send: async (_, { value }) => {
        values.push(value)
        return transactionOf()
      },
      ...verifiedScript,
    })
    await world.clock.advance(feeLifetimeMs)
    onEstimate = () => change(world)
    await world.store.set(confirmSendAtom)
    expect(values).toEqual(expected)
    const halted = { is: 'reviewing', note: 'changed' }
    expect(world.store.get(sendStateAtom)).toMatchObject(expected.length > 0 ? { is: 'submitted' } : halted)
  })
})

describe('fee', () => {
  const higherFee: FeeEstimate = { ...fee, expectedFee: fee.expectedFee * 2n, maxFee: fee.maxFee * 2n }

  it('stale estimate › estimates again; a higher fee is shown before the prompt', async () => {
    let price = fee
    const send = vi.fn<NonNullable<ChainAdapter['send']>>(async () => transactionOf())
    const world = await openReview({ send, estimateFee: async () => price, ...verifiedScript })
    price = higherFee
    await world.clock.advance(feeLifetimeMs)
    await world.store.set(confirmSendAtom)
    expect(world.store.get(sendStateAtom)).toEqual({ is: 'reviewing', note: 'fee-rose' })
    expect(send).not.toHaveBeenCalled()
    await world.store.set(confirmSendAtom)
    expect(send.mock.calls.map(([, , sentFee]) => sentFee)).toEqual([higherFee])
  })

  it('less arrives than reviewed › is shown before the prompt', async () => {
    let terms: FeeEstimate = { ...fee, token: { arrives: 95n } }
    const send = vi.fn<NonNullable<ChainAdapter['send']>>(async () => transactionOf())
    const world = await openReview({ send, estimateFee: async () => terms, ...verifiedScript })
    terms = { ...fee, token: { arrives: 94n } }
    await world.clock.advance(feeLifetimeMs)
    await world.store.set(confirmSendAtom)
    expect(world.store.get(sendStateAtom)).toEqual({ is: 'reviewing', note: 'token-changed' })
    expect(send).not.toHaveBeenCalled()
  })

  it('open review › estimates again whenever the estimate is stale', async () => {
    const estimateFee = vi.fn(async () => fee)
    const world = await openReview({ estimateFee })
    watch(world, freshFeeAtom)
    const before = estimateFee.mock.calls.length
    await world.clock.advance(feeLifetimeMs)
    await vi.waitFor(() => expect(estimateFee.mock.calls.length).toBe(before + 1))
  })
})

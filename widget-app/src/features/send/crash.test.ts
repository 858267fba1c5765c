import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import type { View } from '#widget/core/view.ts'
import { interruptedTransactionAtom } from '#widget/domain/transactions/interrupted-transactions.ts'
import { journalAtom, watchPendingTransactionsAtom } from '#widget/domain/transactions/journal.ts'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { memoryArea, type StorageArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { reviewAtom } from './atoms/actions.ts'
import { confirmSendAtom, duplicateTransferAtom } from './atoms/confirm-send.ts'
import { draftAtom, sendStateAtom } from './atoms/draft.ts'
import { previewAtom, problemsAtom, reviewFeeAtom, reviewProblemsAtom } from './atoms/form.ts'
import { emptyDraft } from './draft.ts'
import {
  base,
  connection,
  ethereum,
  openSend,
  recipient,
  sendOptions,
  transactionOf,
  usdcAddress,
} from './testing/send-world.ts'

type Send = NonNullable<ChainAdapter['send']>
type Script = TestAdapterParts

const token: View = {
  name: 'WalletSend',
  assetAddress: usdcAddress,
  amount: '5',
  to: recipient,
  chainId: ethereum,
}
const never = () => new Promise<never>(() => {})
const signed = { ...transactionOf(), expiresAfter: 150 }
const block = { block: 9n, fee: 21n }
const confirmed: TransactionStatus = { is: 'confirmed', ...block }
const verifiedScript: Script = { verifySent: async () => 'verified', waitForTransaction: never }

/** A new document over the records of earlier ones, with the form open and filled in. */
async function openDocument(storage: StorageArea, pageId: string, script: Script, connected = connection) {
  const world = testWorld(sendOptions(script, { storage, pageId }))
  openSend(world, token, connected)
  for (const one of [problemsAtom, reviewFeeAtom, reviewProblemsAtom, previewAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
  return world
}

const states = ({ store }: TestWorld) => store.get(journalAtom).map(({ state }) => state)
const interruptedState = ({ store }: TestWorld) => store.get(interruptedTransactionAtom)?.state.is

type Step = {
  readonly step: string
  readonly script: Script
  readonly connected?: typeof connection
  /** The last step that the user took. */
  readonly userStep: 'nothing' | 'review' | 'send'
  /** Condition at which the document ends. */
  readonly until: (world: TestWorld) => boolean
  /** Number of wallet prompts until then. */
  readonly promptCount: number
  /** State of the journal entry in the next document. */
  readonly foundState: TransactionState | undefined
  /** State that the user is shown there. */
  readonly shownState: TransactionState['is'] | undefined
  /** State that the user is shown after the chain was read; undefined if it is not read. */
  readonly laterShownState?: TransactionState['is']
}

const is = (state: string) => (world: TestWorld) => world.store.get(sendStateAtom).is === state
const isEntry = (state: string) => (world: TestWorld) => world.store.get(journalAtom)[0]?.state.is === state
const { hash, nonce, expiresAfter } = signed
const unknown: TransactionState = { is: 'unknown' }
/** Solana with wallets that only sign, and Polkadot: the wallet returns a signature, and the widget submits. */
const widgetSubmits =
  (submit: () => Promise<unknown>): Send =>
  async (_connection, _transfer, _fee, onSigned) => {
    onSigned?.(signed)
    await submit()
    return signed
  }

const steps: readonly Step[] = [
  {
    step: 'the form',
    script: {},
    userStep: 'nothing',
    until: () => true,
    promptCount: 0,
    foundState: undefined,
    shownState: undefined,
  },
  {
    step: 'the review',
    script: {},
    userStep: 'review',
    until: is('reviewing'),
    promptCount: 0,
    foundState: undefined,
    shownState: undefined,
  },
  {
    step: 'the wallet is asked to switch',
    script: { switchNetwork: never },
    connected: { ...connection, chain: base },
    userStep: 'send',
    until: is('switching'),
    promptCount: 0,
    foundState: undefined,
    shownState: undefined,
  },
  {
    step: 'the wallet is asked (every ecosystem)',
    script: { send: never },
    userStep: 'send',
    until: is('signing'),
    promptCount: 1,
    foundState: unknown,
    shownState: 'unknown',
  },
  {
    step: 'the wallet has signed and the chain is asked to take it (Solana, Polkadot)',
    script: { send: widgetSubmits(never) },
    userStep: 'send',
    until: (world) => {
      const state = world.store.get(journalAtom)[0]?.state
      return state?.is === 'signing' && state.signed?.hash === hash
    },
    promptCount: 1,
    foundState: { is: 'submitted', hash, nonce: 4, expiresAfter: 150 },
    shownState: 'submitted',
    laterShownState: 'confirmed',
  },
  {
    step: 'the hash is known',
    script: { send: async () => transactionOf(), ...verifiedScript },
    userStep: 'send',
    until: is('submitted'),
    promptCount: 1,
    foundState: { is: 'submitted', hash, nonce: 4 },
    shownState: 'submitted',
    laterShownState: 'confirmed',
  },
  {
    step: 'it is in a block',
    script: {
      send: async () => transactionOf(),
      ...verifiedScript,
      waitForTransaction: async () => confirmed,
    },
    userStep: 'send',
    until: isEntry('confirmed'),
    promptCount: 1,
    foundState: { is: 'confirmed', hash, ...block },
    shownState: undefined,
  },
  {
    step: 'the wallet has said no',
    script: { send: () => Promise.reject(new ProviderRpcError(4001, 'no')) },
    userStep: 'send',
    until: is('rejected'),
    promptCount: 1,
    foundState: { is: 'rejected' },
    shownState: undefined,
  },
]

/** Runs until the step's condition, and abandons the document there. */
async function endedAt({ script, connected, userStep, until, promptCount }: Step): Promise<StorageArea> {
  const storage = memoryArea()
  const send = vi.fn<Send>(script.send ?? never)
  const world = await openDocument(storage, 'first', { ...script, send }, connected)
  if (userStep !== 'nothing') world.store.set(reviewAtom)
  if (userStep === 'send') void world.store.set(confirmSendAtom)
  await vi.waitFor(() => expect(until(world)).toBe(true))
  expect(send).toHaveBeenCalledTimes(promptCount)
  return storage
}

describe('document that ends', () => {
  it.each(steps)('while $step › next document reports what moved and sends nothing', async (step) => {
    const storage = await endedAt(step)
    const send = vi.fn<Send>(never)
    const follow = vi.fn(async () => confirmed)
    const world = testWorld(sendOptions({ send, waitForTransaction: follow }, { storage, pageId: 'second' }))
    expect(states(world)).toEqual(step.foundState ? [step.foundState] : [])
    expect(interruptedState(world)).toBe(step.shownState)
    await world.store.set(watchPendingTransactionsAtom)
    expect(interruptedState(world)).toBe(step.laterShownState ?? step.shownState)
    expect(follow).toHaveBeenCalledTimes(step.laterShownState ? 1 : 0)
    expect(send).not.toHaveBeenCalled()
    // The user dismisses the report, which stays dismissed.
    world.store.set(interruptedTransactionAtom)
    expect(interruptedState(world)).toBeUndefined()
    expect(interruptedState(testWorld(sendOptions({}, { storage, pageId: 'third' })))).toBeUndefined()
  })

  it.each(steps)(
    'while $step › the same transfer again › warns if the first may have moved',
    async (step) => {
      const storage = await endedAt(step)
      const world = await openDocument(storage, 'second', {
        send: async () => transactionOf(),
        ...verifiedScript,
      })
      const canHaveMoved = step.shownState === 'unknown' || step.shownState === 'submitted'
      expect(world.store.get(duplicateTransferAtom) !== undefined).toBe(canHaveMoved)
      world.store.set(draftAtom, { amount: { is: 'typed', text: '6' } })
      expect(world.store.get(duplicateTransferAtom)).toBeUndefined()
      world.store.set(draftAtom, { amount: { is: 'typed', text: '5' } })
      // The user can send it all the same, once.
      world.store.set(reviewAtom)
      await world.store.set(confirmSendAtom)
      expect(states(world)[0]?.is).toBe('submitted')
      expect(world.store.get(draftAtom)).toEqual(emptyDraft)
    },
  )

  it('signed but never submitted › expires, reported as moving nothing', async () => {
    const step = steps.find(
      ({ foundState }) => foundState?.is === 'submitted' && foundState.expiresAfter === expiresAfter,
    )
    if (!step) throw new Error('No such step')
    const storage = await endedAt(step)
    const follow = vi.fn<NonNullable<ChainAdapter['waitForTransaction']>>(async () => ({ is: 'expired' }))
    const world = testWorld(sendOptions({ waitForTransaction: follow }, { storage, pageId: 'second' }))
    await world.store.set(watchPendingTransactionsAtom)
    expect(follow.mock.calls[0]?.[0]).toEqual({ ...signed, nonce })
    expect([interruptedState(world), states(world)]).toEqual(['expired', [{ is: 'expired', hash }]])
  })

  it('older document resumes › does not change a later result', async () => {
    let submit = () => {}
    const submission = new Promise<void>((resolve) => {
      submit = resolve
    })
    const storage = memoryArea()
    const first = await openDocument(storage, 'first', {
      ...verifiedScript,
      send: widgetSubmits(() => submission),
    })
    first.store.set(reviewAtom)
    const sending = first.store.set(confirmSendAtom)
    await vi.waitFor(() => expect(is('signing')(first)).toBe(true))
    const second = testWorld(
      sendOptions({ waitForTransaction: async () => confirmed }, { storage, pageId: 'second' }),
    )
    await second.store.set(watchPendingTransactionsAtom)
    submit()
    await sending
    const third = testWorld(sendOptions({}, { storage, pageId: 'third' }))
    expect(states(third)).toEqual([{ is: 'confirmed', hash, ...block }])
  })
})

describe('widget submits what a wallet signed', () => {
  const outcome = async (error: Error) => {
    const storage = memoryArea()
    const world = await openDocument(storage, 'first', {
      ...verifiedScript,
      send: widgetSubmits(() => Promise.reject(error)),
    })
    world.store.set(reviewAtom)
    await world.store.set(confirmSendAtom)
    return [world.store.get(sendStateAtom).is, states(world)] as const
  }

  it('node returns no clear result › the hash is watched', async () => {
    const unclear = new ProviderRpcError(-32603, 'no answer', { reason: 'unknown-outcome' })
    expect(await outcome(unclear)).toEqual([
      'submitted',
      [{ is: 'submitted', hash, nonce: 4, expiresAfter: 150 }],
    ])
  })

  it('node rejects it › failed, nothing was sent', async () => {
    const failure = new WidgetError('send/failed', 'no', { data: { reason: 'insufficient-funds' } })
    expect(await outcome(failure)).toEqual(['failed', [{ is: 'rejected' }]])
  })
})

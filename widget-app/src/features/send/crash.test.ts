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
import { confirmSendAtom, reviewAtom } from './action-atoms.ts'
import { draftAtom, sendStateAtom } from './atoms.ts'
import { emptyDraft } from './draft.ts'
import { duplicateTransferAtom } from './duplicate-transfer.ts'
import { previewAtom, problemsAtom, reviewFeeAtom, reviewProblemsAtom } from './send-form.ts'
import {
  base,
  connection,
  ethereum,
  openSend,
  receiver,
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
  to: receiver,
  chainId: ethereum,
}
const never = () => new Promise<never>(() => {})
const signed = { ...transactionOf(), expiresAfter: 150 }
const block = { block: 9n, fee: 21n }
const confirmed: TransactionStatus = { is: 'confirmed', ...block }
const chainAgrees: Script = { verifySent: async () => 'verified', follow: never }

/** A new document over the records of earlier ones, with the form open and filled in. */
async function page(storage: StorageArea, pageId: string, script: Script, held = connection) {
  const world = testWorld(sendOptions(script, { storage, pageId }))
  openSend(world, token, held)
  for (const one of [problemsAtom, reviewFeeAtom, reviewProblemsAtom, previewAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
  return world
}

const states = ({ store }: TestWorld) => store.get(journalAtom).map(({ state }) => state)
const leftBehind = ({ store }: TestWorld) => store.get(interruptedTransactionAtom)?.state.is

type Step = {
  readonly step: string
  readonly script: Script
  readonly held?: typeof connection
  /** The last step that the user took. */
  readonly presses: 'nothing' | 'review' | 'send'
  /** Condition at which the document ends. */
  readonly until: (world: TestWorld) => boolean
  /** Number of wallet prompts until then. */
  readonly asked: number
  /** State of the journal entry in the next document. */
  readonly finds: TransactionState | undefined
  /** State that the user is shown there. */
  readonly told: TransactionState['is'] | undefined
  /** State that the user is shown after the chain was read; undefined if it is not read. */
  readonly thenTold?: TransactionState['is']
}

const is = (state: string) => (world: TestWorld) => world.store.get(sendStateAtom).is === state
const isEntry = (state: string) => (world: TestWorld) => world.store.get(journalAtom)[0]?.state.is === state
const { hash, nonce, expiresAfter } = signed
const unknown: TransactionState = { is: 'unknown' }
/** Solana with wallets that only sign, and Polkadot: the wallet returns a signature, and the widget submits. */
const weSubmit =
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
    presses: 'nothing',
    until: () => true,
    asked: 0,
    finds: undefined,
    told: undefined,
  },
  {
    step: 'the review',
    script: {},
    presses: 'review',
    until: is('reviewing'),
    asked: 0,
    finds: undefined,
    told: undefined,
  },
  {
    step: 'the wallet is asked to switch',
    script: { switchNetwork: never },
    held: { ...connection, chain: base },
    presses: 'send',
    until: is('switching'),
    asked: 0,
    finds: undefined,
    told: undefined,
  },
  {
    step: 'the wallet is asked (every ecosystem)',
    script: { send: never },
    presses: 'send',
    until: is('signing'),
    asked: 1,
    finds: unknown,
    told: 'unknown',
  },
  {
    step: 'the wallet has signed and the chain is asked to take it (Solana, Polkadot)',
    script: { send: weSubmit(never) },
    presses: 'send',
    until: (world) => {
      const state = world.store.get(journalAtom)[0]?.state
      return state?.is === 'signing' && state.signed?.hash === hash
    },
    asked: 1,
    finds: { is: 'submitted', hash, nonce: 4, expiresAfter: 150 },
    told: 'submitted',
    thenTold: 'confirmed',
  },
  {
    step: 'the hash is known',
    script: { send: async () => transactionOf(), ...chainAgrees },
    presses: 'send',
    until: is('submitted'),
    asked: 1,
    finds: { is: 'submitted', hash, nonce: 4 },
    told: 'submitted',
    thenTold: 'confirmed',
  },
  {
    step: 'it is in a block',
    script: { send: async () => transactionOf(), ...chainAgrees, follow: async () => confirmed },
    presses: 'send',
    until: isEntry('confirmed'),
    asked: 1,
    finds: { is: 'confirmed', hash, ...block },
    told: undefined,
  },
  {
    step: 'the wallet has said no',
    script: { send: () => Promise.reject(new ProviderRpcError(4001, 'no')) },
    presses: 'send',
    until: is('rejected'),
    asked: 1,
    finds: { is: 'rejected' },
    told: undefined,
  },
]

/** Runs until the step's condition, and abandons the document there. */
async function killedAt({ script, held, presses, until, asked }: Step): Promise<StorageArea> {
  const storage = memoryArea()
  const send = vi.fn<Send>(script.send ?? never)
  const world = await page(storage, 'first', { ...script, send }, held)
  if (presses !== 'nothing') world.store.set(reviewAtom)
  if (presses === 'send') void world.store.set(confirmSendAtom)
  await vi.waitFor(() => expect(until(world)).toBe(true))
  expect(send).toHaveBeenCalledTimes(asked)
  return storage
}

describe('document that ends', () => {
  it.each(steps)('while $step › next document reports what moved and sends nothing', async (step) => {
    const storage = await killedAt(step)
    const send = vi.fn<Send>(never)
    const follow = vi.fn(async () => confirmed)
    const world = testWorld(sendOptions({ send, follow }, { storage, pageId: 'second' }))
    expect(states(world)).toEqual(step.finds ? [step.finds] : [])
    expect(leftBehind(world)).toBe(step.told)
    await world.store.set(watchPendingTransactionsAtom)
    expect(leftBehind(world)).toBe(step.thenTold ?? step.told)
    expect(follow).toHaveBeenCalledTimes(step.thenTold ? 1 : 0)
    expect(send).not.toHaveBeenCalled()
    // The user dismisses the report, which stays dismissed.
    world.store.set(interruptedTransactionAtom)
    expect(leftBehind(world)).toBeUndefined()
    expect(leftBehind(testWorld(sendOptions({}, { storage, pageId: 'third' })))).toBeUndefined()
  })

  it.each(steps)(
    'while $step › the same transfer again › warns if the first may have moved',
    async (step) => {
      const storage = await killedAt(step)
      const world = await page(storage, 'second', { send: async () => transactionOf(), ...chainAgrees })
      const mayHaveMoved = step.told === 'unknown' || step.told === 'submitted'
      expect(world.store.get(duplicateTransferAtom) !== undefined).toBe(mayHaveMoved)
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
    const step = steps.find(({ finds }) => finds?.is === 'submitted' && finds.expiresAfter === expiresAfter)
    if (!step) throw new Error('No such step')
    const storage = await killedAt(step)
    const follow = vi.fn<NonNullable<ChainAdapter['follow']>>(async () => ({ is: 'expired' }))
    const world = testWorld(sendOptions({ follow }, { storage, pageId: 'second' }))
    await world.store.set(watchPendingTransactionsAtom)
    expect(follow.mock.calls[0]?.[0]).toEqual({ ...signed, nonce })
    expect([leftBehind(world), states(world)]).toEqual(['expired', [{ is: 'expired', hash }]])
  })

  it('older document resumes › does not change a later result', async () => {
    let submit = () => {}
    const gate = new Promise<void>((resolve) => {
      submit = resolve
    })
    const storage = memoryArea()
    const first = await page(storage, 'first', { ...chainAgrees, send: weSubmit(() => gate) })
    first.store.set(reviewAtom)
    const sending = first.store.set(confirmSendAtom)
    await vi.waitFor(() => expect(is('signing')(first)).toBe(true))
    const second = testWorld(sendOptions({ follow: async () => confirmed }, { storage, pageId: 'second' }))
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
    const world = await page(storage, 'first', {
      ...chainAgrees,
      send: weSubmit(() => Promise.reject(error)),
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
    const refused = new WidgetError('send/failed', 'no', { data: { reason: 'insufficient-funds' } })
    expect(await outcome(refused)).toEqual(['failed', [{ is: 'rejected' }]])
  })
})

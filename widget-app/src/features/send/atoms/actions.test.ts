import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { Atom } from '#widget/lib/state.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { emptyDraft } from '../draft.ts'
import { ethereum, fee, recipient, sendWorld, usdcAddress } from '../testing/send-world.ts'
import { reviewAtom, selectMaxAtom } from './actions.ts'
import { draftAtom, resetOnLeaveAtom } from './draft.ts'
import { amountAtom, previewAtom, problemsAtom, reviewFeeAtom } from './form.ts'
import { amountTextAtom } from './texts.ts'

const token: View = { name: 'WalletSend', assetAddress: usdcAddress, amount: '5', to: recipient }

function watch(world: TestWorld, ...atoms: readonly Atom<unknown>[]) {
  for (const one of atoms) onTestFinished(world.store.sub(one, () => undefined))
}

describe('form', () => {
  it('Max of the native currency › leaves exactly the maximum fee', async () => {
    const world = sendWorld({}, { name: 'WalletSend', assetAddress: 'native', to: recipient })
    watch(world, problemsAtom, amountTextAtom, previewAtom, reviewFeeAtom)
    world.store.set(selectMaxAtom)
    await vi.waitFor(() => expect(world.store.get(amountAtom).is).toBe('amount'))
    const all = 1_239_987_000_000_000_000n
    expect(world.store.get(previewAtom)?.transfer.value).toBe(all - fee.maxFee)
    expect(world.store.get(amountTextAtom)).toBe('1.239483')
    await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
    expect(world.store.get(problemsAtom)).toEqual([])
  })

  it('unmount of all send views › empties the form; another send view keeps it', () => {
    const world = sendWorld()
    const form = world.store.sub(resetOnLeaveAtom, () => undefined)
    world.store.set(draftAtom, { to: recipient })
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendSelectToken' } })
    form()
    expect(world.store.get(draftAtom).to).toBe(recipient)
    const list = world.store.sub(resetOnLeaveAtom, () => undefined)
    world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    list()
    expect(world.store.get(draftAtom)).toEqual(emptyDraft)
  })

  it('host prefills again › replaces the user’s input', () => {
    const world = sendWorld()
    world.store.set(draftAtom, { to: recipient })
    world.store.set(viewStackAtom, { to: 'reset', view: { ...token, amount: '7' } })
    expect(world.store.get(draftAtom)).toMatchObject({ amount: { text: '7' }, asset: { chain: ethereum } })
  })

  it('form with problems › review does not open', async () => {
    const world = sendWorld(
      {},
      { name: 'WalletSend', assetAddress: usdcAddress, amount: '9999', to: recipient },
    )
    watch(world, problemsAtom, previewAtom)
    await vi.waitFor(() => expect(world.store.get(problemsAtom)[0]?.is).toBe('insufficient-funds'))
    world.store.set(reviewAtom)
    expect(world.store.get(viewStackAtom).at(-1)?.name).toBe('WalletSend')
  })
})

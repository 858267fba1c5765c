import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { View } from '#widget/core/view.ts'
import type { Atom } from '#widget/lib/state.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { type TestWorld, testWorld } from '#widget/testing/world.ts'
import { openSend, recipient, sender, sendOptions, transactionOf } from '../testing/send-world.ts'
import { reviewAtom } from './actions.ts'
import { confirmSendAtom } from './confirm-send.ts'
import { draftAtom, sendStateAtom } from './draft.ts'
import { checkRecipientAtom, firstPaymentAtom } from './first-payment.ts'
import { previewAtom, problemsAtom, recipientAtom, reviewFeeAtom, reviewProblemsAtom } from './form.ts'
import { acceptChangedNameAtom, changedNameAtom } from './resolved-recipient.ts'

const view: View = { name: 'WalletSend', assetAddress: 'native', amount: '0.5', to: 'anna.eth' }
const other = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

function watch(world: TestWorld, ...atoms: readonly Atom<unknown>[]) {
  for (const one of atoms) onTestFinished(world.store.sub(one, () => undefined))
}

/** The form with a name in it; `to` is its current address. */
async function openNamedForm(script: TestAdapterParts = {}) {
  const resolution: { to: string | undefined; error?: Error } = { to: recipient }
  const resolvedNames: string[] = []
  const resolveName: ChainAdapter['resolveName'] = async (name) => {
    resolvedNames.push(name)
    if (resolution.error) throw resolution.error
    return { name, address: resolution.to, avatar: undefined }
  }
  const sent: string[] = []
  const send: ChainAdapter['send'] = async (_, { to }) => {
    sent.push(to)
    return transactionOf()
  }
  const world = testWorld(
    sendOptions({
      resolveName,
      send,
      verifySent: async () => 'verified',
      waitForTransaction: () => new Promise(() => {}),
      ...script,
    }),
  )
  openSend(world, view)
  watch(world, problemsAtom, reviewFeeAtom, reviewProblemsAtom, previewAtom, changedNameAtom)
  const typed = async () => {
    await vi.waitFor(() => expect(world.clock.pending).toBeGreaterThan(0))
    await world.clock.advance(500)
  }
  const reviewing = async () => {
    await typed()
    await vi.waitFor(() => expect(world.store.get(reviewFeeAtom).is).toBe('ready'))
    world.store.set(reviewAtom)
  }
  return { ...world, holder: resolution, asked: resolvedNames, sent, typed, reviewing }
}

describe('sending to a name', () => {
  it('typing pauses › resolves the name once and sends to its address', async () => {
    const { store, clock, asked: resolvedNames, sent, typed, reviewing } = await openNamedForm()
    expect(store.get(recipientAtom)).toEqual({ is: 'resolving', name: 'anna.eth' })
    await clock.advance(400)
    store.set(draftAtom, { to: 'annab.eth' })
    await typed()
    store.set(draftAtom, { to: 'anna.eth' })
    await reviewing()
    expect(resolvedNames.slice(0, 2)).toEqual(['annab.eth', 'anna.eth'])
    expect(store.get(previewAtom)?.transfer.to).toBe(recipient)
    await vi.waitFor(() => expect(resolvedNames).toHaveLength(3))
    await store.set(confirmSendAtom)
    expect(sent).toEqual([recipient])
  })

  it('name changes before the prompt › stops the send until the user accepts', async () => {
    const { store, holder: resolution, sent, reviewing } = await openNamedForm()
    await reviewing()
    resolution.to = other
    await store.set(confirmSendAtom)
    expect(sent).toEqual([])
    expect(store.get(changedNameAtom)).toEqual({ name: 'anna.eth', from: recipient, to: other })
    expect(store.get(previewAtom)?.transfer.to).toBe(recipient)
    expect(store.get(reviewProblemsAtom)[0]).toEqual({ is: 'name-moved' })
    await store.set(confirmSendAtom)
    expect(sent).toEqual([])
    store.set(acceptChangedNameAtom)
    expect(store.get(previewAtom)?.transfer.to).toBe(other)
    expect(store.get(firstPaymentAtom)).toBe('unchecked')
    store.set(checkRecipientAtom, true)
    await vi.waitFor(() => expect(store.get(reviewFeeAtom).is).toBe('ready'))
    await store.set(confirmSendAtom)
    expect(sent).toEqual([other])
  })

  it('name has no address any more or fails to resolve › sends nothing', async () => {
    const { store, holder: resolution, sent, reviewing } = await openNamedForm()
    await reviewing()
    resolution.error = new Error('Away')
    await store.set(confirmSendAtom)
    expect(store.get(sendStateAtom)).toEqual({ is: 'reviewing', note: 'name-failed' })
    delete resolution.error
    resolution.to = undefined
    await store.set(confirmSendAtom)
    expect(store.get(changedNameAtom)).toEqual({ name: 'anna.eth', from: recipient, to: undefined })
    store.set(acceptChangedNameAtom)
    expect(store.get(previewAtom)?.transfer.to).toBe(recipient)
    expect(store.get(reviewProblemsAtom)[0]).toEqual({ is: 'name-moved' })
    expect(sent).toEqual([])
  })

  it('resolution fails › reports it; a retry resolves to one’s own address', async () => {
    const { store, holder: resolution, typed } = await openNamedForm()
    resolution.error = new Error('Away')
    await typed()
    await vi.waitFor(() =>
      expect(store.get(recipientAtom)).toEqual({ is: 'unresolved', name: 'anna.eth', why: 'failed' }),
    )
    expect(store.get(problemsAtom)[0]).toEqual({ is: 'unresolved-name', why: 'failed' })
    delete resolution.error
    resolution.to = sender
    store.set(draftAtom, { to: 'anna.eth ' })
    store.set(draftAtom, { to: 'me.eth' })
    await typed()
    await vi.waitFor(() => expect(store.get(recipientAtom)).toMatchObject({ is: 'address', isOwn: true }))
  })
})

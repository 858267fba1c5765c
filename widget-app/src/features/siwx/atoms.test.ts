import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { SignedText } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { signInAtom } from './atoms.ts'

/** The sign view of a connected account; `signIn` is the wallet's response. */
async function openSignView(signIn: () => Promise<SignedText>) {
  // Each nonce is valid for one signature.
  let nonces = 0
  const getNonce = () => {
    nonces += 1
    return `a1b2c3d4e5f60718293a4b5c6d7e8f9${nonces}`
  }
  const world = testWorld({
    config: { siwx: {} },
    siwx: { getNonce },
    adapter: testAdapter({ signIn, verifyMessage: async ({ signature }) => signature === '0x01' }),
  })
  world.store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h' }),
  })
  const signing = signInAtom(world.store.get(activeAccountAtom))
  world.store.set(signing, 'show')
  const state = () => world.store.get(signing)
  await expect.poll(() => state().is).toBe('ready')
  world.store.set(signing, 'sign')
  return { ...world, signing, state }
}

describe('sign view', () => {
  it('verified signature › signed in', async () => {
    const { state, flowCalls, logs, events } = await openSignView(async () => ({
      message: 'text',
      signature: '0x01',
    }))
    await expect.poll(() => state().is).toBe('signed-in')
    expect(flowCalls).toEqual(['signedIn'])
    expect(logs).toEqual([])
    expect(events.map(({ event }) => event)).toEqual(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS'])
  })

  it.each([
    ['rejects', () => Promise.reject(new ProviderRpcError(4001, 'no')), 'rejected', 'info'],
    ['fails', () => Promise.reject(new ProviderRpcError(-32603, 'no')), 'failed', 'error'],
    [
      'gives a signature that does not hold',
      async () => ({ message: 'text', signature: '0x02' }),
      'not-verified',
      'error',
    ],
  ] as const)(
    'wallet %s › shows ‘Error signing message’ and logs the error',
    async (_name, signIn, is, variant) => {
      const { state, store, logs, flowCalls, events } = await openSignView(signIn)
      await expect.poll(state).toMatchObject({ is: 'ready', failure: { is } })
      expect(store.get(toastAtom)).toMatchObject({ message: 'Error signing message', variant, open: true })
      expect(logs).toEqual(['SIWX_AUTH_ERROR'])
      expect(events.at(-1)).toMatchObject({ event: 'SIWX_AUTH_ERROR', properties: { message: is } })
      expect(flowCalls).toEqual([])
    },
  )

  describe('review of the message covers the view', () => {
    async function openReview() {
      let resolveWallet: (signed: SignedText | Promise<never>) => void = () => undefined
      const promise = new Promise<SignedText>((resolve) => {
        resolveWallet = resolve
      })
      const view = await openSignView(() => promise)
      const { store, signing } = view
      store.set(viewStackAtom, { to: 'reset', view: { name: 'SIWXSignMessage' } })
      store.set(viewStackAtom, { to: 'push', view: { name: 'ApproveTransaction' } })
      store.set(signing, 'leave')
      return { ...view, answer: resolveWallet }
    }
    const signed = { message: 'text', signature: '0x01' }

    it.each(['before', 'after'] as const)('signed %s the view returns › signed in', async (when) => {
      const { store, signing, state, flowCalls, answer } = await openReview()
      store.set(viewStackAtom, { to: 'back' })
      if (when === 'after') store.set(signing, 'show')
      answer(signed)
      await expect.poll(() => state().is).toBe('signed-in')
      expect(flowCalls).toEqual(['signedIn'])
    })

    it('rejected › shows ‘Error signing message’, a new message can be signed', async () => {
      const { store, signing, state, answer } = await openReview()
      answer(Promise.reject(new ProviderRpcError(4001, 'no')))
      store.set(viewStackAtom, { to: 'back' })
      store.set(signing, 'show')
      await expect.poll(state).toMatchObject({ is: 'ready', failure: { is: 'rejected' } })
    })

    it('modal closed, then signed › discards the signature, and begins again', async () => {
      const { store, signing, state, flowCalls, answer } = await openReview()
      store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
      answer(signed)
      await new Promise((resolve) => setImmediate(resolve))
      store.set(signing, 'show')
      await expect.poll(() => state().is).toBe('ready')
      expect(flowCalls).toEqual([])
    })
  })
})

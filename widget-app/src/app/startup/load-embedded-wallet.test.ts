import { expect, it, vi } from 'vitest'
import { combinedTransport } from '#widget/chains/combined-transport.ts'
import { memoryTransport } from '#widget/chains/testing/scripted-transport.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { ownFactsSlotAtom } from '#widget/domain/accounts/own-facts-slot.ts'
import { preferredAccountTypeAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { signOutSlotAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import {
  deferredResponse,
  embeddedWorld,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { loadEmbeddedWallet } from './load-embedded-wallet.ts'

it.each([
  ['at the last visit', true, 1],
  ['in this visit', false, 0],
])(
  'user logged in %s › session is checked, and the wallet does not wait for it',
  async (_, isResumed, checks) => {
    const { respond, response } = deferredResponse()
    const { store, urls } = embeddedWorld({ '/account': () => response })
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
    store.set(reconnectingAtom, isResumed)
    const sources = combinedTransport(memoryTransport({}))
    await Promise.all([loadEmbeddedWallet(store, sources), loadEmbeddedWallet(store, sources)])
    expect(sources.list().map(({ namespace }) => namespace)).toEqual(['eip155', 'solana', 'polkadot'])
    const checked = () => urls.filter((url) => url.includes('/embedded/v1/account')).length
    await vi.waitFor(() => expect(checked()).toBe(checks))
    if (!isResumed) return
    respond({ status: 401 })
    await vi.waitFor(() => expect(store.get(embeddedSessionAtom)).toBeUndefined())
    expect(sources.list()).toEqual([])
  },
)

it('our own wallet is disconnected › session ends at the server', async () => {
  const { store, urls } = embeddedWorld({ '/sign-out': () => ({ body: {} }) })
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  await loadEmbeddedWallet(store, combinedTransport(memoryTransport({})))
  store.get(signOutSlotAtom)?.signOut()
  expect(store.get(embeddedSessionAtom)).toBeUndefined()
  await vi.waitFor(() => expect(urls.at(-1)).toContain('/embedded/v1/sign-out'))
})

it('everything that it loads fails › rejects, leaves no rejection unhandled, works the next time', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const { store } = embeddedWorld({})
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  const sources = combinedTransport(memoryTransport({}))
  const thumbprint = vi.spyOn(store.get(embeddedApiAtom), 'thumbprint')
  thumbprint.mockRejectedValueOnce(new Error('The key cannot be created'))
  const sub = () => {
    throw new Error('The wallet cannot be watched')
  }
  await expect(loadEmbeddedWallet({ ...store, sub }, sources)).rejects.toThrow('cannot be')
  await vi.waitFor(() => expect(thumbprint).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  await loadEmbeddedWallet(store, sources)
  expect(sources.list()).toHaveLength(3)
})

it('loaded › type of the EVM account is reported, as the user selects it', async () => {
  const { store } = embeddedWorld({})
  const factsOf = (walletId: string) => store.get(store.get(ownFactsSlotAtom))?.(walletId)
  expect(factsOf('ethereum:embedded:wallet')).toBeUndefined()
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  await loadEmbeddedWallet(store, combinedTransport(memoryTransport({})))
  expect(factsOf('ethereum:embedded:wallet')).toEqual({ type: 'smartAccount' })
  expect(['solana:embedded:wallet', 'ethereum:io.metamask'].map(factsOf)).toEqual([undefined, undefined])
  store.set(preferredAccountTypeAtom, 'eoa')
  expect(factsOf('ethereum:embedded:wallet')).toEqual({ type: 'eoa' })
})

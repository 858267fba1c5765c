import { expect, it } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { View } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { afterEmbeddedLoginAtom } from './after-embedded-login.ts'

it.each<[string, View, typeof testAccount, View, boolean]>([
  ['no wallet', { name: 'EmailLoginCode' }, testAccount, { name: 'CreateWallet' }, true],

  ['other view opened meanwhile', { name: 'Networks' }, testAccount, { name: 'Networks' }, true],
])('%s', async (_, before, account, after, isOpen) => {
  const { store } = embeddedWorld({})
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  store.set(modalOpenAtom, true)
  store.set(viewStackAtom, { to: 'reset', view: before })
  await store.set(afterEmbeddedLoginAtom)
  expect(store.get(currentViewAtom)).toEqual(after)
  expect(store.get(modalOpenAtom)).toBe(isOpen)
})

it('wallet that no source lists › loaded, rejects, and the modal stays open', async () => {
  const { store, flowCalls } = embeddedWorld({})
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  store.set(modalOpenAtom, true)
  await expect(store.set(afterEmbeddedLoginAtom)).rejects.toThrow('No namespace of the host has the wallet')
  expect(flowCalls).toEqual(['loadEmbeddedWallet'])
  expect(store.get(modalOpenAtom)).toBe(true)
})

import { describe, expect, it } from 'vitest'
import { testWorld } from '#widget/testing/world.ts'
import { preferredAccountTypeAtom } from './account-type.ts'
import { dropEmbeddedSessionAtom, startEmbeddedSessionAtom } from './session.ts'
import { testAccount, testToken } from './testing/embedded-server.ts'

const logIn = (userId: string) => ({ token: testToken, account: { ...testAccount, userId } })

describe('preferredAccountTypeAtom', () => {
  it.each([
    ['no option', {}, 'smartAccount'],
    ['option without a type', { defaultAccountTypes: {} }, 'smartAccount'],
    ['option', { defaultAccountTypes: { eip155: 'eoa' } }, 'eoa'],
  ] as const)('%s › %j: %s', (_, config, type) => {
    expect(testWorld({ config }).store.get(preferredAccountTypeAtom)).toBe(type)
  })

  it('selected by one user › stored for that user only', async () => {
    const { store } = testWorld()
    await store.set(startEmbeddedSessionAtom, logIn('ada'.repeat(6)))
    store.set(preferredAccountTypeAtom, 'eoa')
    expect(store.get(preferredAccountTypeAtom)).toBe('eoa')
    await store.set(startEmbeddedSessionAtom, logIn('bob'.repeat(6)))
    expect(store.get(preferredAccountTypeAtom)).toBe('smartAccount')
    store.set(dropEmbeddedSessionAtom, testToken)
    await store.set(startEmbeddedSessionAtom, logIn('ada'.repeat(6)))
    expect(store.get(preferredAccountTypeAtom)).toBe('eoa')
  })

  it('no user › not stored', () => {
    const { store } = testWorld()
    store.set(preferredAccountTypeAtom, 'eoa')
    expect(store.get(preferredAccountTypeAtom)).toBe('smartAccount')
  })
})

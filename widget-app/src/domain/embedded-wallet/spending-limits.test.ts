import { expect, it } from 'vitest'
import { vaultPaymentPath } from '#shared/config/vault-path.ts'
import { deployConfigAtom, hostConfigAtom, projectIdAtom } from '#widget/core/config.ts'
import { dropEmbeddedSessionAtom, startEmbeddedSessionAtom } from './session.ts'
import { hasSpendingLimitAtom, paymentDocument } from './spending-limits.ts'
import { embeddedWorld, testAccount, testToken, testVaultUrl } from './testing/embedded-server.ts'

const otherToken = 'cd'.repeat(32)

async function loggedIn() {
  const world = embeddedWorld({})
  await world.store.set(startEmbeddedSessionAtom, { token: testToken, account: testAccount })
  return world
}

it('limit of the user › known until the vault’s frame states none', async () => {
  const { store } = await loggedIn()
  expect(store.get(hasSpendingLimitAtom)).toBe(false)
  store.set(hasSpendingLimitAtom, true)
  expect(store.get(hasSpendingLimitAtom)).toBe(true)
  store.set(hasSpendingLimitAtom, false)
  expect(store.get(hasSpendingLimitAtom)).toBe(false)
})

it('logged out, or another user › not known', async () => {
  const { store } = await loggedIn()
  store.set(hasSpendingLimitAtom, true)
  store.set(dropEmbeddedSessionAtom, testToken)
  expect(store.get(hasSpendingLimitAtom)).toBe(false)
  const account = { ...testAccount, userId: 'other'.repeat(4) }
  await store.set(startEmbeddedSessionAtom, { token: otherToken, account })
  expect(store.get(hasSpendingLimitAtom)).toBe(false)
})

it('no user is logged in › a limit is not stored', () => {
  const { store } = embeddedWorld({})
  store.set(hasSpendingLimitAtom, true)
  expect(store.get(hasSpendingLimitAtom)).toBe(false)
})

it('document of the vault › of the project; none where this document frames no others', async () => {
  const { store } = await loggedIn()
  const project = encodeURIComponent(store.get(projectIdAtom))
  expect(paymentDocument(store.get)).toBe(`${testVaultUrl}${vaultPaymentPath}${project}`)
  const deploy = store.get(deployConfigAtom)
  store.set(deployConfigAtom, { ...deploy, framesOthers: false })
  expect(paymentDocument(store.get)).toBeUndefined()
  store.set(deployConfigAtom, { ...deploy, vaultUrl: undefined })
  expect(paymentDocument(store.get)).toBeUndefined()
})

it('widget in the page’s own container › no document of the vault', async () => {
  const { store } = await loggedIn()
  store.set(hostConfigAtom, { ...store.get(hostConfigAtom), embedded: true })
  expect(paymentDocument(store.get)).toBeUndefined()
})

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { accountId, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf, parseChainId } from '#shared/caip/chain-id.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { identityAtom } from '#widget/domain/names/identity.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, type TestWorldOptions, testAdapter, testWorld } from '#widget/testing/world.ts'
import { GetName } from './account-name.tsx'
import { Identity } from './identity.tsx'

afterEach(cleanup)

const account = accountId(parseChainId('eip155:1'), alice)
const connection = testConnection({ accounts: [alice], walletName: 'MetaMask' })
const profile = {
  name: 'anna.reown.id',
  addresses: { 60: { address: alice } },
  attributes: [{ avatar: '/names/anna.svg' }],
}
const namedRoutes: NonNullable<TestWorldOptions['routes']> = {
  [`/v1/identity/${alice}`]: () => ({ body: { name: 'anna.reown.id', avatar: '/names/anna.svg' } }),
  '/v1/profile/account/anna.reown.id': () => ({ body: profile }),
}
const unnamedRoutes: typeof namedRoutes = {
  [`/v1/identity/${alice}`]: () => ({ body: { name: null, avatar: null } }),
}

function renderIdentity(routes: typeof namedRoutes, owner = account) {
  const world = testWorld({ routes, adapter: testAdapter({ namespace: namespaceOf(chainOf(owner)) }) })
  world.store.set(modalOpenAtom, true)
  const { container } = render(
    <StoreProvider store={world.store}>
      <Identity account={owner} connection={connection} />
      <GetName account={owner} />
    </StoreProvider>,
  )
  return { ...world, container }
}
describe('account name', () => {
  test('account with a name › shows name, avatar and the address to copy', async () => {
    const { container } = renderIdentity(namedRoutes)
    expect(await screen.findByRole('heading', { name: 'anna.reown.id' })).toBeDefined()
    expect(screen.getByRole('button', { name: /^anna.reown.id.*MetaMask$/ })).toBeDefined()
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/names/anna.svg')
    expect(screen.getByTitle(alice)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Get a name' })).toBeNull()
  })

  test('account without a name › offers one where names can be registered', async () => {
    const { store } = renderIdentity(unnamedRoutes)
    fireEvent.click(await screen.findByRole('button', { name: 'Get a name' }))
    expect(store.get(currentViewAtom).name).toBe('RegisterAccountName')
  })

  test('identity lookup fails › still offers a name', async () => {
    const { store, clock } = renderIdentity({ [`/v1/identity/${alice}`]: () => ({ status: 400 }) })
    await waitFor(async () => {
      await clock.advance(1_000)
      expect(store.get(identityAtom(account)).is).toBe('failed')
    })
    expect(screen.getByRole('button', { name: 'Get a name' })).toBeDefined()
  })

  test('namespace without name registration › offers none (SPEC §6)', async () => {
    const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    const account = accountId(solana, alice)
    const { store, urls } = renderIdentity(unnamedRoutes, account)
    await waitFor(() => expect(store.get(identityAtom(account)).is).toBe('ready'))
    expect(urls.filter((url) => url.includes('/v1/'))).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Get a name' })).toBeNull()
    expect(screen.getByTitle(alice)).toBeDefined()
  })
})

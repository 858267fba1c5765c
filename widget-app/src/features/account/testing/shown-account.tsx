import { render } from '@testing-library/react'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { type TestWorld, type TestWorldOptions, testAdapter, testWorld } from '#widget/testing/world.ts'
import { AccountView } from '../views/account-view.tsx'

/** Test only: an account of MetaMask on Ethereum, with the Account view open. */

export const ethereum = parseChainId('eip155:1')
export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const connection = testConnection({ handle: '0'.repeat(32), accounts: [address], chain: ethereum })
/** The API path of its balances. */
export const balancePath = `/v1/account/${address}/balance`

/** A balance of ether at a price of 2,000 dollars, as the API returns it. */
export const etherOf = (numeric: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: ethereum,
  price: '2000',
  quantity: { decimals: '18', numeric },
})

/** A balance of USDC, as the API returns it. */
export const dollarsOf = (numeric: string) => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: ethereum,
  address: `${ethereum}:${usdc}`,
  price: '1',
  quantity: { decimals: '6', numeric },
})

/** Renders Account; `prepare` runs before the first render, `rerender` mounts it again. */
export function renderAccount(
  options: TestWorldOptions = {},
  prepare: (world: TestWorld) => void = () => {},
): TestWorld & { readonly rerender: () => void } {
  const world = testWorld({ clock: fakeClock(Date.now()), adapter: testAdapter(), ...options })
  world.store.set(modalOpenAtom, true)
  world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  prepare(world)
  const renderView = () =>
    render(
      <StoreProvider store={world.store}>
        <AccountView />
      </StoreProvider>,
    )
  let rendered = renderView()
  return {
    ...world,
    rerender: () => {
      rendered.unmount()
      rendered = renderView()
    },
  }
}

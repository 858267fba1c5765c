import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import { isPhoneAtom } from '#widget/core/device.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeChainAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { selectedNetworkAtom } from '#widget/domain/networks/networks.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { type TestWorld, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { gatesArmed } from '#widget/ui/gated-button/testing/wait-for-gates.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { successShownMs } from '../atoms.ts'
import { NetworksView } from './networks-view.tsx'
import { SwitchNetworkView } from './switch-network-view.tsx'

afterEach(cleanup)

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const wallet = testWallet()

function connectedWorld(
  switchNetwork: NonNullable<ChainAdapter['switchNetwork']>,
  found = wallet,
): TestWorld {
  const world = testWorld({ wallets: [found], adapter: testAdapter({ switchNetwork }) })
  const { store } = world
  store.set(modalOpenAtom, true)
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: found.handle, chain: ethereum }),
  })
  store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  store.set(viewStackAtom, { to: 'push', view: { name: 'Networks' } })
  return world
}

/** Renders the top view of the stack, like the shell. */
function renderTopView(world: TestWorld) {
  const footer = document.body.appendChild(document.createElement('div'))
  const body = () => {
    const view = world.store.get(currentViewAtom)
    return view.name === 'SwitchNetwork' ? <SwitchNetworkView view={view} /> : <NetworksView />
  }
  const element = (
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>{body()}</FooterSlotContext>
    </StoreProvider>
  )
  return render(element)
}

const advance = (world: TestWorld, ms: number) => act(() => world.clock.advance(ms))

async function selectBase(world: TestWorld) {
  const list = renderTopView(world)
  const row = await screen.findByRole('button', { name: 'Base' })
  await gatesArmed()
  fireEvent.click(row)
  list.unmount()
  renderTopView(world)
  await advance(world, 0)
}

const changeChain = (world: TestWorld, chain: ChainId) =>
  act(async () => {
    const change = { is: 'chain', chain } as const
    world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'changed', handle: wallet.handle, change })
  })

describe('network selection', () => {
  test('approved › shows the tick, then returns to the previous view', async () => {
    const requests: string[] = []
    const world = connectedWorld(async (_connection, network) => {
      requests.push(network.id)
    })
    await selectBase(world)
    await expect.poll(() => screen.getByRole('status').textContent).toBe('You are on Base')
    expect(requests).toEqual(['eip155:8453'])
    expect(world.store.get(activeChainAtom)).toBe('eip155:8453')
    await advance(world, successShownMs)
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Account' })
  })

  test('user rejects › neutral message with the current network; retries only on click', async () => {
    let requests = 0
    const world = connectedWorld(() => {
      requests += 1
      return Promise.reject(new ProviderRpcError(4001, 'User rejected the request'))
    })
    await selectBase(world)
    await expect.poll(() => screen.getByRole('status').textContent).toContain('Request cancelled')
    expect(screen.getByRole('status').textContent).toContain('You are still on Ethereum')
    expect(requests).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(requests).toBe(1)
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => requests).toBe(2)
  })

  test('wallet app on this phone › linked while the request is pending', async () => {
    const app = testWallet({ source: 'walletconnect', app: 'zengo://' })
    let rejectRequest = () => {}
    const pendingRequest = new Promise<void>((_, reject) => {
      rejectRequest = () => reject(new ProviderRpcError(4001, 'User rejected the request'))
    })
    const world = connectedWorld(() => pendingRequest, app)
    world.store.set(watchWalletsAtom)
    world.store.set(isPhoneAtom, true)
    await selectBase(world)
    const link = await screen.findByRole('link', { name: 'Open MetaMask' })
    expect(link.getAttribute('href')).toBe('zengo://')
    rejectRequest()
    await expect.poll(() => screen.getByRole('status').textContent).toContain('Request cancelled')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('network changed in the wallet › completes the attempt', async () => {
    const world = connectedWorld(() => new Promise(() => {}))
    await selectBase(world)
    await changeChain(world, base)
    expect(screen.getByRole('status').textContent).toBe('You are on Base')
    await advance(world, successShownMs)
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Account' })
  })

  test('reopened while the request is pending › sends no second one', async () => {
    let requests = 0
    const world = connectedWorld(() => {
      requests += 1
      return new Promise(() => {})
    })
    await selectBase(world)
    await expect.poll(() => requests).toBe(1)
    cleanup()
    world.store.set(viewStackAtom, { to: 'back' })
    const list = renderTopView(world)
    expect(await screen.findByText('Approve in MetaMask')).toBeTruthy()
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: /Base/ }))
    list.unmount()
    renderTopView(world)
    await advance(world, 0)
    expect(screen.getByRole('status').textContent).toContain('Switch in MetaMask')
    expect(requests).toBe(1)
  })

  test('no wallet connected › selects the network at once', async () => {
    const world = testWorld()
    world.store.set(viewStackAtom, { to: 'push', view: { name: 'Networks' } })
    renderTopView(world)
    const row = await screen.findByRole('button', { name: 'Base' })
    fireEvent.click(row)
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Networks' })
    await gatesArmed()
    fireEvent.click(row)
    await advance(world, 0)
    expect(world.store.get(selectedNetworkAtom('eip155'))).toBe('eip155:8453')
    expect(world.store.get(currentViewAtom)).toEqual({ name: 'Connect' })
  })
})

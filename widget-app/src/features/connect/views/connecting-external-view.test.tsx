import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { walletHintAfterMs } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter, Connection } from '#widget/chains/chain-adapter.ts'
import { successDelayMs } from '#widget/core/success-delay.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { type TestWorld, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { gatesArmed } from '#widget/ui/gated-button/testing/wait-for-gates.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { ConnectingExternalView } from './connecting-external-view.tsx'

afterEach(cleanup)

const wallet = testWallet()

function createWorld(connect: ChainAdapter['connect'], wallets = [wallet]): TestWorld {
  const world = testWorld({ wallets, adapter: testAdapter({ connect }) })
  world.store.set(watchWalletsAtom)
  return world
}

async function renderView(world: TestWorld) {
  const footer = document.body.appendChild(document.createElement('div'))
  const view = { name: 'ConnectingExternal', walletId: 'ethereum:io.metamask' } as const
  const rendered = render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={footer}>
        <ConnectingExternalView view={view} />
      </FooterSlotContext>
    </StoreProvider>,
  )
  await advance(world, 0)
  return rendered
}

/** Also waits for the lazy module. */
const advance = (world: TestWorld, ms: number) =>
  act(async () => {
    await import('#widget/domain/connections/connect-wallet.ts')
    await world.clock.advance(ms)
  })

const status = () => screen.getByRole('status').textContent
const never = () => new Promise<never>(() => {})

describe('ConnectingExternalView', () => {
  test('opens › requests at once, and hints after 8 s while waiting', async () => {
    const world = createWorld(never)
    await renderView(world)
    await expect.poll(status).toContain('Confirm in MetaMask')
    expect(screen.queryByText(/Nothing happening/)).toBeNull()
    await advance(world, walletHintAfterMs)
    expect(screen.getByText(/Nothing happening/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('connected › shows the tick, then continues the flow once', async () => {
    const world = createWorld(testAdapter().connect)
    await renderView(world)
    await expect.poll(status).toContain('Connected')
    expect(world.flowCalls).toEqual([])
    await advance(world, successDelayMs)
    expect(world.flowCalls).toEqual(['afterConnect eip155'])
    cleanup()
    expect(world.flowCalls).toHaveLength(1)
  })

  test('closed during the tick › continues the flow', async () => {
    const world = createWorld(testAdapter().connect)
    await renderView(world)
    await expect.poll(status).toContain('Connected')
    cleanup()
    await advance(world, successDelayMs)
    expect(world.flowCalls).toEqual(['afterConnect eip155'])
  })

  test('user rejects › neutral message and retry', async () => {
    let calls = 0
    const world = createWorld(() => {
      calls += 1
      return Promise.reject(new ProviderRpcError(4001, 'User rejected the request'))
    })
    await renderView(world)
    await expect.poll(status).toContain('Request cancelled')
    expect(world.events.map(({ event }) => event)).toEqual(['USER_REJECTED'])
    expect(screen.getByRole('alert').textContent).toBe('')
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => calls).toBe(2)
  })

  test('request already pending › named', async () => {
    await renderView(createWorld(() => Promise.reject(new ProviderRpcError(-32002, 'Already pending'))))
    await expect.poll(status).toContain('A request is open in MetaMask')
  })

  test('any other failure › alert with its code under Details', async () => {
    const world = createWorld(() => Promise.reject(new ProviderRpcError(-32603, 'Internal error')))
    await renderView(world)
    await expect.poll(() => screen.getByRole('alert').textContent).toContain('MetaMask could not connect')
    expect(world.events).toMatchObject([
      { event: 'CONNECT_ERROR', properties: { message: 'Internal error' } },
    ])
    expect(screen.getByText(/Code -32603: Internal error/)).toBeTruthy()
  })

  test('two wallets with one name › no request before the user confirms', async () => {
    let calls = 0
    const world = createWorld(() => {
      calls += 1
      return never()
    }, [{ ...wallet, warning: 'duplicate-rdns' }])
    await renderView(world)
    expect(status()).toContain('Two wallets claim to be MetaMask')
    expect(calls).toBe(0)
    await gatesArmed()
    fireEvent.click(screen.getByRole('button', { name: 'Continue with MetaMask' }))
    await expect.poll(() => calls).toBe(1)
  })

  test('closed › aborts, and a late response connects nothing', async () => {
    let respond: (connection: Connection) => void = () => {}
    let signalOfRequest: AbortSignal | undefined
    const world = createWorld((_wallet, { signal }) => {
      signalOfRequest = signal
      return new Promise((resolve) => {
        respond = resolve
      })
    })
    await renderView(world)
    await expect.poll(() => signalOfRequest).toBeDefined()
    cleanup()
    expect(signalOfRequest?.aborted).toBe(true)
    respond(await testAdapter().connect(wallet, { silent: false }))
    await world.clock.advance(successDelayMs)
    expect(world.store.get(connectionsAtom).eip155?.is).toBe('disconnected')
    expect(world.flowCalls).toEqual([])
  })
})

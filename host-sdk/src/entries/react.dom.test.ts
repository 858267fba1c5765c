import { act, cleanup, render } from '@testing-library/react'
import { createElement, type ReactElement, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { type PageBridge, pageBridge } from '../testing/page-bridge.ts'
import { evmAccount, polkadotAccount } from '../testing/sample-accounts.ts'
import { DrawbridgeProvider, useAccounts, useDrawbridge, useWallets, useWidgetEvents } from './react.ts'
import { viemAccounts } from './viem.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const rabby = {
  id: 'ethereum:io.rabby',
  platform: 'ethereum',
  type: 'injected',
  name: 'Rabby',
  isConnected: false,
} as const

type OnRender = (accounts: readonly AccountEntry[]) => void

/** Renders accounts and wallets, and calls `onDraw` on each render. */
function Shop({ onDraw }: { readonly onDraw?: OnRender }) {
  const accounts = useAccounts()
  const wallets = useWallets()
  onDraw?.(accounts)
  const names = accounts.map(({ name, walletName }) => name ?? walletName)
  return `${names.join()}|${wallets.map(({ name, isConnected }) => `${name}:${isConnected}`).join()}`
}

function Clients({ onDraw }: { readonly onDraw: (client: unknown) => void }) {
  const accounts = useAccounts(viemAccounts)
  for (const { client } of accounts) onDraw(client)
  return accounts.map(({ walletName }) => walletName).join()
}

function Own({ onDraw }: { readonly onDraw: (bridge: unknown) => void }) {
  onDraw(useDrawbridge())
  return null
}

const within = (bridge: PageBridge, child: ReactElement = createElement(Shop)) =>
  createElement(StrictMode, null, createElement(DrawbridgeProvider, { bridge }, child))

function Listener({ onEvent }: { readonly onEvent: () => void }) {
  useWidgetEvents(onEvent)
  return null
}

describe('hooks', () => {
  it('useWidgetEvents › mounted component › receives events', () => {
    const bridge = pageBridge()
    const received = vi.fn()
    const { unmount } = render(within(bridge, createElement(Listener, { onEvent: received })))
    received.mockClear()
    bridge.report({})
    expect(received).toHaveBeenCalledTimes(1)
    unmount()
    bridge.report({})
    expect(received).toHaveBeenCalledTimes(1)
    expect(bridge.listeners()).toBe(0)
  })

  it('component › renders the current state and each change, and not without a change', () => {
    const bridge = pageBridge()
    bridge.report({ accounts: [polkadotAccount], wallets: [rabby] })
    const renders = vi.fn<OnRender>()
    const { container } = render(within(bridge, createElement(Shop, { onDraw: renders })))
    expect(container.textContent).toBe('Savings|Rabby:false')
    act(() => bridge.report({ accounts: [{ ...polkadotAccount, name: 'Rent' }] }))
    act(() => bridge.report({ wallets: [{ ...rabby, isConnected: true }] }))
    expect(container.textContent).toBe('Rent|Rabby:true')
    const before = renders.mock.calls.length
    act(() => bridge.report({}))
    expect(renders.mock.calls.length).toBe(before)
    expect(renders.mock.calls.at(-1)?.[0]).toBe(renders.mock.calls.at(-2)?.[0])
  })

  it('StrictMode and unmount › no subscription remains', () => {
    const bridge = pageBridge()
    const { unmount } = render(within(bridge))
    expect(bridge.listeners()).toBe(2)
    unmount()
    expect(bridge.listeners()).toBe(0)
  })

  it('useAccounts with viemAccounts › a client stays the same across renders', () => {
    const bridge = pageBridge()
    bridge.report({ accounts: [evmAccount, polkadotAccount] })
    const clients = new Set<unknown>()
    const seen = createElement(Clients, { onDraw: (client) => void clients.add(client) })
    const { container, rerender } = render(within(bridge, seen))
    rerender(within(bridge, seen))
    act(() => bridge.report({ accounts: [evmAccount] }))
    expect(container.textContent).toBe('Rabby')
    expect(clients.size).toBe(1)
  })

  it('several instances › nearest provider is used, and a new bridge is followed', () => {
    const [one, two] = [pageBridge(), pageBridge()]
    one.report({ accounts: [polkadotAccount] })
    two.report({ accounts: [evmAccount] })
    const nested = (outer: PageBridge, inner: PageBridge) =>
      createElement(
        DrawbridgeProvider,
        { bridge: outer },
        createElement(Shop),
        createElement(DrawbridgeProvider, { bridge: inner }, createElement(Shop)),
      )
    const { container, rerender } = render(nested(one, two))
    expect(container.textContent).toBe('Savings|Rabby|')
    rerender(nested(two, one))
    expect(container.textContent).toBe('Rabby|Savings|')
    expect([one.listeners(), two.listeners()]).toEqual([2, 2])
  })

  it('server-rendered page › hydrates without a mismatch, then shows the account', async () => {
    const bridge = pageBridge()
    bridge.report({ accounts: [evmAccount] })
    const complaints = vi.spyOn(console, 'error')
    const host = document.createElement('div')
    host.innerHTML = renderToString(within(bridge))
    expect(host.textContent).toBe('|')
    const root = await act(async () => hydrateRoot(host, within(bridge)))
    expect(host.textContent).toBe('Rabby|')
    expect(complaints).not.toHaveBeenCalled()
    act(() => root.unmount())
  })

  it('useDrawbridge › returns the bridge itself', () => {
    const bridge = pageBridge()
    const seen = new Set<unknown>()
    render(within(bridge, createElement(Own, { onDraw: (own) => void seen.add(own) })))
    expect([...seen]).toEqual([bridge])
  })

  it('hook outside a provider › throws an error that names the provider', () => {
    vi.spyOn(console, 'error').mockReturnValue()
    expect(() => render(createElement(Shop))).toThrow('<DrawbridgeProvider>')
  })
})

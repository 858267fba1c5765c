import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import { ProviderRpcError } from '../../shared/errors/provider-error.ts'
import { initialState } from './initial-state.ts'
import { installDialogs } from './testing/dialogs.ts'
import type { WidgetHandlers } from './testing/linked-widget.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.restoreAllMocks()
})

const open: BridgeState = { ...initialState, open: true, status: 'connecting' }
const connected: BridgeState = {
  ...initialState,
  status: 'connected',
  chains: [parseChainId('eip155:1')],
  accounts: [
    {
      id: 'ethereum:w:0x1',
      platform: 'ethereum',
      namespace: 'eip155',
      address: '0x1',
      walletName: 'W',
      walletId: 'ethereum:w',
    },
  ],
}
const never = () => new Promise<never>(() => {})

const world = (overrides: Partial<WidgetHandlers> = {}) => bridgeWorld(ends, overrides)

describe('new link', () => {
  it('order › configuration, then state, then waiting calls', async () => {
    const order: string[] = []
    const { bridge, widgetCalls } = world({
      'state.get': () => {
        order.push('state.get')
        return connected
      },
      'modal.open': () => {
        order.push('modal.open')
        return { is: 'dismissed' }
      },
    })
    await bridge.setTheme({ mode: 'dark', variables: { accent: '#c00', hook: () => {} } })
    await bridge.openModal()
    expect(widgetCalls).toEqual([
      [
        'config.set',
        {
          config: {
            projectId: 'p',
            metadata: { name: 'Shop' },
            networks: ['eip155:1'],
            embedded: false,
            themeMode: 'dark',
            themeVariables: { accent: '#c00' },
          },
        },
      ],
    ])
    expect(order).toEqual(['state.get', 'modal.open'])
    expect(bridge.accounts).toEqual(connected.accounts)
  })

  it('invalid configuration › alert names the field, and openModal rejects', async () => {
    const { bridge, alerts, dialog } = world({
      'config.set': () => {
        throw new ProviderRpcError(-32602, 'Invalid option networks.0: Invalid input')
      },
    })
    await expect(bridge.openModal()).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid option networks.0: Invalid input',
    })
    expect(alerts).toEqual([{ code: 'config/invalid', message: 'Invalid option networks.0: Invalid input' }])
    expect(dialog()?.open).toBe(false)
  })
})

describe('state', () => {
  it('state change › each changed part is emitted once, the others are not', async () => {
    const { bridge, widget } = world()
    await bridge.openModal()
    const received: unknown[] = []
    for (const name of ['open', 'status', 'accounts', 'chains'] as const) {
      bridge.subscribe(name, (value) => received.push([name, value]))
    }
    received.length = 0
    const states = vi.fn()
    bridge.subscribe('state', states)
    widget.widgets[0]?.emit('state', open)
    widget.widgets[0]?.emit('state', { ...open, loading: true })
    await vi.waitFor(() => expect(states).toHaveBeenCalledTimes(3))
    expect(received).toEqual([
      ['open', true],
      ['status', 'connecting'],
    ])
  })

  it('state.get response › does not overwrite a newer state event', async () => {
    let answer = (_state: BridgeState) => {}
    let first = true
    const { bridge, widget, gap } = world({
      'state.get': () => {
        if (first) {
          first = false
          return initialState
        }
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    })
    await bridge.openModal()
    gap()
    widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(bridge.state.status).toBe('connected'))
    answer(initialState)
    // Responses arrive in order: after this one the delayed state has arrived too.
    await bridge.setTheme({ mode: 'dark' })
    expect(bridge.state.status).toBe('connected')
  })

  it('gap in events › state is read again', async () => {
    let now = initialState
    const { bridge, gap } = world({ 'state.get': () => now })
    await bridge.openModal()
    now = connected
    gap()
    await vi.waitFor(() => expect(bridge.accounts).toHaveLength(1))
  })

  it('alerts of the widget › are emitted to the developer', async () => {
    const { bridge, widget, alerts } = world()
    await bridge.openModal()
    widget.widgets[0]?.emit('alert', { code: 'APKT002', message: 'Invalid App Configuration' })
    await vi.waitFor(() =>
      expect(alerts).toEqual([{ code: 'APKT002', message: 'Invalid App Configuration' }]),
    )
  })

  it('events › reach the listeners of this instance; one that throws affects no other', async () => {
    const { bridge, widget } = world()
    const other = bridgeWorld(ends, {}, { projectId: 'q' })
    await bridge.openModal()
    await other.bridge.openModal()
    const received: unknown[] = []
    const strays: unknown[] = []
    const errors: unknown[] = []
    const onError = (event: ErrorEvent) => {
      event.preventDefault()
      errors.push(event.message)
    }
    vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((run) => {
      try {
        run()
      } catch (error) {
        errors.push(error)
      }
    })
    addEventListener('error', onError)
    ends.push(() => removeEventListener('error', onError))
    bridge.onEvent(() => {
      throw new Error('A fault of the page')
    })
    const stop = bridge.subscribe('event', ({ event, properties }) => received.push([event, properties]))
    other.bridge.onEvent((event) => strays.push(event))
    const opened = { event: 'MODAL_OPEN', properties: { connected: true } } as const
    widget.widgets[0]?.emit('event', opened)
    await vi.waitFor(() => expect(received).toEqual([['MODAL_OPEN', { connected: true }]]))
    expect(errors).toHaveLength(1)
    stop()
    bridge.onEvent(() => received.push('later'))
    expect(received).toHaveLength(1)
    widget.widgets[0]?.emit('event', opened)
    await vi.waitFor(() => expect(received).toEqual([['MODAL_OPEN', { connected: true }], 'later']))
    expect(strays).toEqual([])
  })

  it('setAnalyticsConsent › sent to the current widget and to each later one', async () => {
    const cold = world()
    await cold.bridge.setAnalyticsConsent(true)
    expect(cold.widgetCalls).toEqual([])
    await cold.bridge.openModal()
    expect(cold.widgetCalls).toMatchObject([['config.set', { config: { analyticsConsent: true } }]])
    await cold.bridge.setAnalyticsConsent(false)
    expect(cold.widgetCalls.at(-1)).toEqual(['consent.set', { analytics: false }])
  })
})

describe('closing', () => {
  it('Escape and closeModal › the linked widget decides', async () => {
    const { bridge, widgetCalls, dialog } = world({ 'modal.open': never })
    bridge.openModal().catch(() => {})
    await vi.waitFor(() => expect(widgetCalls).toHaveLength(1))
    await vi.waitFor(() => expect(dialog()?.querySelector('iframe')?.style.visibility).toBe('inherit'))
    dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }))
    await bridge.closeModal()
    expect(widgetCalls.slice(1)).toEqual([
      ['modal.escape', {}],
      ['modal.close', {}],
    ])
    expect(dialog()?.open).toBe(true)
  })

  it('widget does not respond in time › the modal closes', async () => {
    const { bridge, dialog, widgetCalls } = world({ 'modal.open': never, 'modal.close': never })
    const late = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const opened = bridge.openModal()
    await vi.waitFor(() => expect(widgetCalls).toHaveLength(1))
    await vi.waitFor(() => expect(dialog()?.querySelector('iframe')?.style.visibility).toBe('inherit'))
    const closed = bridge.closeModal()
    late.abort()
    await closed
    expect(await opened).toEqual({ is: 'dismissed' })
    expect(dialog()?.open).toBe(false)
    expect(AbortSignal.timeout).toHaveBeenCalledWith(2_000)
  })

  it('requests begun under an unresponsive widget › rejected on close', async () => {
    const { bridge, widgetCalls } = world({
      'state.get': () => ({ ...connected, open: true }),
      'modal.open': never,
      'modal.close': never,
      'wallet.request': never,
    })
    const late = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    bridge.openModal().catch(() => {})
    await vi.waitFor(() => expect(bridge.state.open).toBe(true))
    expect(widgetCalls).toHaveLength(1)
    const request = bridge.ethereum.request({ method: 'personal_sign', params: ['0x00', '0x1'] })
    request.catch(() => {})
    const closed = bridge.closeModal()
    late.abort()
    await closed
    await expect(request).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
    expect(bridge.state.open).toBe(false)
  })

  it('link lost › modal closes, unless a call waits for it', async () => {
    const { bridge, widget, dialog } = world()
    await bridge.openModal()
    widget.widgets[0]?.emit('state', open)
    await vi.waitFor(() => expect(bridge.state.open).toBe(true))
    widget.links[0]?.close('lost')
    expect(bridge.state.open).toBe(false)
    expect(dialog()?.open).toBe(false)
  })

  it('link lost during openModal › opened again on the next link', async () => {
    const answer = vi.fn(never)
    const { bridge, widget, dialog } = world({ 'modal.open': answer })
    bridge.openModal().catch(() => {})
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
    widget.links[0]?.close('lost')
    expect(dialog()?.open).toBe(true)
    await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
    expect(dialog()?.open).toBe(true)
  })
})

describe('calls', () => {
  it('each method › sent to the widget with its parameters', async () => {
    const { bridge, widgetCalls, widget } = world()
    await bridge.disconnect()
    await bridge.disconnect('eip155')
    await bridge.switchNetwork('eip155:8453')
    await bridge.setTheme({ mode: 'light' })
    widget.widgets[0]?.emit('state', {
      ...initialState,
      wallets: [
        { id: 'solana:Ghost', platform: 'solana', type: 'appKit', name: 'Ghost', isConnected: false },
      ],
    })
    await vi.waitFor(() => expect(bridge.wallets).toHaveLength(1))
    await bridge.wallets[0]?.connect()
    await bridge.wallets[0]?.disconnect()
    expect(widgetCalls.slice(1)).toEqual([
      ['session.disconnect', {}],
      ['session.disconnect', { namespace: 'eip155' }],
      ['network.switch', { chainId: 'eip155:8453' }],
      ['theme.set', { mode: 'light' }],
      ['wallet.connect', { walletId: 'solana:Ghost' }],
      ['session.disconnect', { walletId: 'solana:Ghost' }],
    ])
  })

  it("requestWallet › names its wallet, and returns the wallet's result", async () => {
    const asked: unknown[] = []
    const { bridge } = world({
      'wallet.request': (request) => {
        asked.push(request)
        return { result: { id: 1, signature: '0x00' } }
      },
    })
    const request = { method: 'injectedWeb3:signRaw', params: { address: '5G', data: '0x00' } }
    expect(await bridge.requestWallet('polkadot:talisman', request)).toEqual({ id: 1, signature: '0x00' })
    expect(asked).toEqual([{ walletId: 'polkadot:talisman', ...request }])
  })

  it('requestWallet under the open modal › modal closes › rejects with 4001, cancelled', async () => {
    const cancelled = vi.fn()
    const { bridge, widget } = world({
      'state.get': () => ({ ...connected, open: true }),
      'wallet.request': (_request, { signal }) => {
        signal.addEventListener('abort', cancelled)
        return never()
      },
    })
    await bridge.openModal()
    const asked = bridge.requestWallet('ethereum:w', { method: 'personal_sign', params: ['0x00', '0x1'] })
    asked.catch(() => {})
    widget.widgets[0]?.emit('state', connected)
    await expect(asked).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
    await vi.waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  })

  it('request before the state event "open" › counts as begun under the modal', async () => {
    let close = (_result: { is: 'dismissed' }) => {}
    const { bridge, widgetCalls } = world({
      'state.get': () => connected,
      'modal.open': () =>
        new Promise((resolve) => {
          close = resolve
        }),
      'wallet.request': never,
    })
    const opened = bridge.openModal()
    await vi.waitFor(() => expect(widgetCalls).toHaveLength(1))
    const request = bridge.ethereum.request({ method: 'personal_sign', params: ['0x00', '0x1'] })
    request.catch(() => {})
    // Responses arrive in order: after this one both calls have arrived.
    await bridge.setTheme({ mode: 'dark' })
    close({ is: 'dismissed' })
    expect(await opened).toEqual({ is: 'dismissed' })
    await expect(request).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
  })

  it('request on the accounts event › survives the closing of the modal', async () => {
    let answer = (_result: { result: unknown }) => {}
    const { bridge, widget } = world({
      'state.get': () => open,
      'wallet.request': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    await bridge.openModal()
    const asked = new Promise((resolve, reject) => {
      bridge.subscribe('accounts', ([account]) => {
        if (!account) return
        const request = { method: 'personal_sign', params: ['0x00', account.address] }
        bridge.requestWallet(account.walletId, request).then(resolve, reject)
      })
    })
    widget.widgets[0]?.emit('state', { ...connected, open: true })
    widget.widgets[0]?.emit('state', connected)
    await vi.waitFor(() => expect(bridge.state.open).toBe(false))
    answer({ result: '0xsigned' })
    expect(await asked).toBe('0xsigned')
  })

  it('wallet rejects › the dApp receives its code and data', async () => {
    const { bridge } = world({
      'wallet.request': () => {
        throw new ProviderRpcError(4001, 'User rejected', { why: 'no' })
      },
    })
    await expect(bridge.ethereum.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 4001,
      message: 'User rejected',
      data: { why: 'no' },
    })
  })

  it('request that cannot be sent › rejects with -32602 and is not sent', async () => {
    const { bridge } = world()
    await expect(bridge.ethereum.request({ method: 'eth_call', params: [() => {}] })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

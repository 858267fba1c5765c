import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import type { BridgeState, ModalResult } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { initialState } from '../initial-state.ts'
import { createEthereumProvider } from './ethereum-provider.ts'

const alice = '0x00000000000000000000000000000000000000a1'
const bob = '0x00000000000000000000000000000000000000b0'

const connected = (addresses: readonly string[] = [alice], chain = 'eip155:8453'): BridgeState => ({
  ...initialState,
  status: 'connected',
  chains: [parseChainId(chain)],
  accounts: addresses.map((address) => ({
    id: `ethereum:w:${address}`,
    platform: 'ethereum',
    namespace: 'eip155',
    address,
    walletName: 'W',
    walletId: 'ethereum:w',
  })),
})

function world(first: BridgeState = initialState) {
  let state = first
  const connect = vi.fn(async (): Promise<ModalResult> => ({ is: 'dismissed' }))
  const send = vi.fn(async (method: string, _params: unknown): Promise<unknown> => `sent ${method}`)
  const restored = vi.fn(async () => {})
  const end = new AbortController()
  const { signal } = end
  const instance = createEthereumProvider({
    signal,
    state: () => state,
    replacement: () => undefined,
    reconnected: restored,
    connect,
    send,
  })
  const received: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    instance.provider.on(name, (value) => received.push([name, value]))
  }
  const changeState = (next: BridgeState) => {
    const before = state
    state = next
    instance.stateChanged(before, next)
  }
  return { instance, provider: instance.provider, connect, restored, send, received, changeState, end }
}

describe('responses from the current state', () => {
  it.each([
    ['eth_accounts', [alice]],
    ['eth_requestAccounts', [alice]],
    ['eth_chainId', '0x2105'],
    ['net_version', '8453'],
  ])('%s', async (method, expected) => {
    const { provider, send, connect } = world(connected())
    expect(await provider.request({ method })).toEqual(expected)
    expect(send).not.toHaveBeenCalled()
    expect(connect).not.toHaveBeenCalled()
  })

  it('several wallets › accounts of the active one, which receives requests', async () => {
    const state = connected([alice, bob])
    const accounts = state.accounts.map((account) =>
      account.address === bob ? { ...account, walletId: 'ethereum:other' } : account,
    )
    const { provider } = world({ ...state, accounts })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
  })

  it('no connection, or accounts of other namespaces only › empty', async () => {
    expect(await world().provider.request({ method: 'eth_accounts' })).toEqual([])
    const elsewhere = connected()
    const { provider } = world({
      ...elsewhere,
      accounts: elsewhere.accounts.map((account) => ({ ...account, namespace: 'solana' })),
    })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  it('no active network › the request goes to the widget', async () => {
    const { provider } = world()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('sent eth_chainId')
  })
})

describe('eth_requestAccounts', () => {
  it('modal closed without an account › rejects with 4001 Modal closed', async () => {
    const { provider, connect } = world()
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4001,
      message: 'Modal closed',
    })
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it("result arrives before the state › resolves with the result's address", async () => {
    const { provider, connect } = world()
    connect.mockResolvedValueOnce({
      is: 'connected',
      namespace: 'eip155',
      chainId: parseChainId('eip155:1'),
      address: bob,
      walletId: 'ethereum:w',
    })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([bob])
  })
})

describe('connecting', () => {
  it('attempt pending › a second call rejects with -32002; later calls open the modal', async () => {
    const { provider, connect } = world()
    let close = (_result: ModalResult) => {}
    connect.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          close = resolve
        }),
    )
    const first = provider.request({ method: 'eth_requestAccounts' })
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: -32002 })
    close({ is: 'dismissed' })
    await expect(first).rejects.toMatchObject({ code: 4001 })
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    expect(connect).toHaveBeenCalledTimes(2)
  })

  it('account of another namespace connected › not returned', async () => {
    const { provider, connect } = world()
    connect.mockResolvedValueOnce({
      is: 'connected',
      namespace: 'solana',
      chainId: parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
      address: 'J4Lq4jQZVEcp4SdNrkBNjwWJtTzLPXoYFp2KzC8gkKZb',
      walletId: 'solana:Ghost',
    })
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
  })

  it('modal closed after a wallet connected › resolves with its accounts', async () => {
    const { provider, connect, changeState } = world()
    connect.mockImplementationOnce(async () => {
      changeState(connected())
      return { is: 'dismissed' }
    })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([alice])
  })

  it('wallet_getPermissions › a wallet reconnects › sent to the widget afterwards', async () => {
    const { provider, restored, send, changeState } = world()
    restored.mockImplementationOnce(async () => {
      expect(send).not.toHaveBeenCalled()
      changeState(connected())
    })
    expect(await provider.request({ method: 'wallet_getPermissions' })).toBe('sent wallet_getPermissions')
    expect(restored).toHaveBeenCalledTimes(1)
  })

  it.each(['eth_requestAccounts', 'wallet_requestPermissions'])(
    '%s › modal closed while a wallet reconnects › resolves afterwards',
    async (method) => {
      const { provider, connect, restored, changeState } = world()
      restored.mockImplementationOnce(async () => changeState(connected()))
      const expected = method === 'eth_requestAccounts' ? [alice] : 'sent wallet_getPermissions'
      expect(await provider.request({ method })).toEqual(expected)
      expect(connect).toHaveBeenCalledTimes(1)
    },
  )

  it('eth_accounts › waits for the enabled wallets, without a prompt', async () => {
    const { provider, restored, connect, changeState } = world()
    restored.mockImplementationOnce(async () => changeState(connected()))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
    expect(restored).toHaveBeenCalledTimes(1)
    expect(connect).not.toHaveBeenCalled()
  })

  it.each(['eth_accounts', 'eth_chainId', 'eth_requestAccounts', 'eth_call', 'personal_sign'])(
    'destroyed › %s rejects with 4900',
    async (method) => {
      const { provider, end } = world(connected())
      end.abort(new ProviderRpcError(4900, 'The wallet widget could not be reached'))
      await expect(provider.request({ method })).rejects.toMatchObject({ code: 4900 })
    },
  )

  it('request › is an async function, by which web3.js detects EIP-1193', () => {
    expect(world().provider.request.constructor.name).toBe('AsyncFunction')
  })
})

describe('forwarded requests', () => {
  it('method and params › unchanged', async () => {
    const { provider, send } = world()
    await provider.request({ method: 'eth_call', params: [{ to: alice }, 'latest'] })
    expect(send).toHaveBeenCalledWith('eth_call', [{ to: alice }, 'latest'])
  })

  it.each(['eth_sign', 'eth_decrypt', 'wallet_invokeSnap', 'constructor', '', 'ETH_CALL'])(
    '%j › rejected with 4200 and not sent',
    async (method) => {
      const { provider, send } = world()
      await expect(provider.request({ method })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      expect(send).not.toHaveBeenCalled()
    },
  )

  it('no method › rejects with -32602 instead of throwing', async () => {
    const { provider } = world()
    await expect(Reflect.apply(provider.request, undefined, [{}])).rejects.toMatchObject({ code: -32602 })
  })
})

describe('events', () => {
  it('state changes › one event each, in the order of EIP-1193', () => {
    const { received, changeState } = world()
    changeState(connected())
    changeState(connected())
    changeState(connected([alice], 'eip155:1'))
    changeState(connected([bob], 'eip155:1'))
    changeState(initialState)
    changeState(initialState)
    expect(received).toEqual([
      ['connect', { chainId: '0x2105' }],
      ['chainChanged', '0x2105'],
      ['accountsChanged', [alice]],
      ['chainChanged', '0x1'],
      ['accountsChanged', [bob]],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
  })

  it('listener throws › the other listeners are called', async () => {
    const { provider, received, changeState } = world()
    const thrown = new Error('a listener of the page')
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    process.on('uncaughtException', onError)
    try {
      provider.on('connect', () => {
        throw thrown
      })
      const late = vi.fn()
      provider.on('connect', late)
      changeState(connected())
      await vi.waitFor(() => expect(errors).toEqual([thrown]))
      expect(late).toHaveBeenCalledTimes(1)
      expect(received.map(([name]) => name)).toEqual(['connect', 'chainChanged', 'accountsChanged'])
    } finally {
      process.off('uncaughtException', onError)
    }
  })

  it('listener removed › not called', () => {
    const { provider, changeState } = world()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    changeState(connected())
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('other methods', () => {
  it('wallet_requestPermissions › opens the modal, then returns the permissions', async () => {
    const { provider, connect, send, changeState } = world()
    connect.mockImplementation(async () => {
      changeState(connected())
      const chainId = parseChainId('eip155:1')
      return { is: 'connected', chainId, address: alice, namespace: 'eip155', walletId: 'ethereum:w' }
    })
    const params = [{ eth_accounts: {} }]
    expect(await provider.request({ method: 'wallet_requestPermissions', params })).toBe(
      'sent wallet_getPermissions',
    )
    expect(await provider.request({ method: 'wallet_requestPermissions', params })).toBe(
      'sent wallet_requestPermissions',
    )
    expect(connect).toHaveBeenCalledOnce()
    expect(send).toHaveBeenLastCalledWith('wallet_requestPermissions', params)
  })

  it('modal rejected › permissions reject with 4001; concurrent call with -32002', async () => {
    const { provider, connect, send } = world()
    const request = { method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }
    const first = provider.request(request)
    await expect(provider.request(request)).rejects.toMatchObject({ code: -32002 })
    await expect(first).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
    expect(connect).toHaveBeenCalledOnce()
    expect(send).not.toHaveBeenCalled()
  })

  it('unlisted method › rejected here; with the modal open, by the widget', async () => {
    const { provider, send, changeState } = world(connected())
    const request = { method: 'eth_sign', params: [] }
    await expect(provider.request(request)).rejects.toMatchObject({ code: 4200 })
    expect(send).not.toHaveBeenCalled()
    changeState({ ...connected(), open: true })
    await provider.request(request)
    expect(send).toHaveBeenCalledWith('eth_sign', [])
  })

  it('subscription data › emitted as message', () => {
    const { instance } = world(connected())
    const received: unknown[] = []
    instance.provider.on('message', (message) => received.push(message))
    const message = { type: 'eth_subscription', data: { subscription: '0x1', result: {} } }
    instance.onMessage(message)
    expect(received).toEqual([message])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import type { BridgeState, ModalResult } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { initialState } from '../initial-state.ts'
import { makeEthereumProvider } from './ethereum-provider.ts'

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
  const owned = makeEthereumProvider({
    signal,
    state: () => state,
    successor: () => undefined,
    restored,
    connect,
    send,
  })
  const heard: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    owned.provider.on(name, (value) => heard.push([name, value]))
  }
  const become = (next: BridgeState) => {
    const before = state
    state = next
    owned.stateChanged(before, next)
  }
  return { owned, provider: owned.provider, connect, restored, send, heard, become, end }
}

describe('answers from the present state', () => {
  it.each([
    ['eth_accounts', [alice]],
    ['eth_requestAccounts', [alice]],
    ['eth_chainId', '0x2105'],
    ['net_version', '8453'],
  ])('param: %s', async (method, answer) => {
    const { provider, send, connect } = world(connected())
    expect(await provider.request({ method })).toEqual(answer)
    expect(send).not.toHaveBeenCalled()
    expect(connect).not.toHaveBeenCalled()
  })

  it('behavior: of several wallets the accounts of the one in use are told, which requests reach', async () => {
    const state = connected([alice, bob])
    const accounts = state.accounts.map((account) =>
      account.address === bob ? { ...account, walletId: 'ethereum:other' } : account,
    )
    const { provider } = world({ ...state, accounts })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
  })

  it('behavior: accounts are none before a connection, and accounts of other namespaces are not told', async () => {
    expect(await world().provider.request({ method: 'eth_accounts' })).toEqual([])
    const elsewhere = connected()
    const { provider } = world({
      ...elsewhere,
      accounts: elsewhere.accounts.map((account) => ({ ...account, namespace: 'solana' })),
    })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  it('behavior: without a chosen network the widget is asked', async () => {
    const { provider } = world()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('sent eth_chainId')
  })
})

describe('eth_requestAccounts', () => {
  it('error: a modal that closes without an account rejects 4001 Modal closed', async () => {
    const { provider, connect } = world()
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4001,
      message: 'Modal closed',
    })
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('behavior: a result that overtakes the state is answered with its address', async () => {
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
  it('error: while one is pending another one rejects -32002, and later ones open the modal again', async () => {
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

  it('error: an account of another ecosystem is none for it', async () => {
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

  it('behavior: who closes the modal over a wallet that is connected by now has its accounts', async () => {
    const { provider, connect, become } = world()
    connect.mockImplementationOnce(async () => {
      become(connected())
      return { is: 'dismissed' }
    })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([alice])
  })

  it('wallet_getPermissions › a wallet is restored › reaches the widget once it is back', async () => {
    const { provider, restored, send, become } = world()
    restored.mockImplementationOnce(async () => {
      expect(send).not.toHaveBeenCalled()
      become(connected())
    })
    expect(await provider.request({ method: 'wallet_getPermissions' })).toBe('sent wallet_getPermissions')
    expect(restored).toHaveBeenCalledTimes(1)
  })

  it.each(['eth_requestAccounts', 'wallet_requestPermissions'])(
    '%s › modal closed while a wallet is restored › resolves once it is back',
    async (method) => {
      const { provider, connect, restored, become } = world()
      restored.mockImplementationOnce(async () => become(connected()))
      const answer = method === 'eth_requestAccounts' ? [alice] : 'sent wallet_getPermissions'
      expect(await provider.request({ method })).toEqual(answer)
      expect(connect).toHaveBeenCalledTimes(1)
    },
  )

  it('behavior: eth_accounts waits for the wallets of the last visit, and asks nobody', async () => {
    const { provider, restored, connect, become } = world()
    restored.mockImplementationOnce(async () => become(connected()))
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([alice])
    expect(restored).toHaveBeenCalledTimes(1)
    expect(connect).not.toHaveBeenCalled()
  })

  it.each(['eth_accounts', 'eth_chainId', 'eth_requestAccounts', 'eth_call', 'personal_sign'])(
    'error: after the end %s rejects 4900',
    async (method) => {
      const { provider, end } = world(connected())
      end.abort(new ProviderRpcError(4900, 'The wallet widget could not be reached'))
      await expect(provider.request({ method })).rejects.toMatchObject({ code: 4900 })
    },
  )

  it('behavior: web3.js knows it for a provider of EIP-1193 by its async function', () => {
    expect(world().provider.request.constructor.name).toBe('AsyncFunction')
  })
})

describe('requests that cross', () => {
  it('behavior: method and params go as they are', async () => {
    const { provider, send } = world()
    await provider.request({ method: 'eth_call', params: [{ to: alice }, 'latest'] })
    expect(send).toHaveBeenCalledWith('eth_call', [{ to: alice }, 'latest'])
  })

  it.each(['eth_sign', 'eth_decrypt', 'wallet_invokeSnap', 'constructor', '', 'ETH_CALL'])(
    'error: %j is refused with 4200 and never sent',
    async (method) => {
      const { provider, send } = world()
      await expect(provider.request({ method })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      expect(send).not.toHaveBeenCalled()
    },
  )

  it('error: without a method it rejects -32602 instead of throwing', async () => {
    const { provider } = world()
    await expect(Reflect.apply(provider.request, undefined, [{}])).rejects.toMatchObject({ code: -32602 })
  })
})

describe('events', () => {
  it('behavior: each change is told once, in the order of EIP-1193', () => {
    const { heard, become } = world()
    become(connected())
    become(connected())
    become(connected([alice], 'eip155:1'))
    become(connected([bob], 'eip155:1'))
    become(initialState)
    become(initialState)
    expect(heard).toEqual([
      ['connect', { chainId: '0x2105' }],
      ['chainChanged', '0x2105'],
      ['accountsChanged', [alice]],
      ['chainChanged', '0x1'],
      ['accountsChanged', [bob]],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
  })

  it('behavior: a listener that throws does not keep the others from hearing', async () => {
    const { provider, heard, become } = world()
    const fault = new Error('a listener of the page')
    const faults: unknown[] = []
    const onFault = (error: unknown) => faults.push(error)
    process.on('uncaughtException', onFault)
    try {
      provider.on('connect', () => {
        throw fault
      })
      const late = vi.fn()
      provider.on('connect', late)
      become(connected())
      await vi.waitFor(() => expect(faults).toEqual([fault]))
      expect(late).toHaveBeenCalledTimes(1)
      expect(heard.map(([name]) => name)).toEqual(['connect', 'chainChanged', 'accountsChanged'])
    } finally {
      process.off('uncaughtException', onFault)
    }
  })

  it('behavior: a removed listener hears nothing more', () => {
    const { provider, become } = world()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    become(connected())
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('what a dApp meets beyond accounts', () => {
  it('behavior: wallet_requestPermissions opens the modal where nobody is connected, and then tells the permissions', async () => {
    const { provider, connect, send, become } = world()
    connect.mockImplementation(async () => {
      become(connected())
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

  it('error: a refused modal refuses the permissions with 4001, and a second question is -32002', async () => {
    const { provider, connect, send } = world()
    const request = { method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }
    const first = provider.request(request)
    await expect(provider.request(request)).rejects.toMatchObject({ code: -32002 })
    await expect(first).rejects.toMatchObject({ code: 4001, message: 'Modal closed' })
    expect(connect).toHaveBeenCalledOnce()
    expect(send).not.toHaveBeenCalled()
  })

  it('error: a method in no list is refused here, and by the widget while that is open, which shows it', async () => {
    const { provider, send, become } = world(connected())
    const request = { method: 'eth_sign', params: [] }
    await expect(provider.request(request)).rejects.toMatchObject({ code: 4200 })
    expect(send).not.toHaveBeenCalled()
    become({ ...connected(), open: true })
    await provider.request(request)
    expect(send).toHaveBeenCalledWith('eth_sign', [])
  })

  it('behavior: what a subscription brings is told as message', () => {
    const { owned } = world(connected())
    const heard: unknown[] = []
    owned.provider.on('message', (message) => heard.push(message))
    const message = { type: 'eth_subscription', data: { subscription: '0x1', result: {} } }
    owned.heard(message)
    expect(heard).toEqual([message])
  })
})

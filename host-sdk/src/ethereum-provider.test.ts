import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { BridgeState, ModalResult } from '../../shared/channel/entries.ts'
import { makeEthereumProvider } from './ethereum-provider.ts'
import { initialState } from './present-state.ts'

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
  const send = vi.fn(
    (method: string, _params: unknown, signal: AbortSignal) =>
      new Promise<unknown>((resolve, reject) => {
        if (!method.startsWith('wallet_')) resolve(`sent ${method}`)
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  const owned = makeEthereumProvider({ state: () => state, connect, send })
  const heard: [string, unknown][] = []
  for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'] as const) {
    owned.provider.on(name, (value) => heard.push([name, value]))
  }
  const become = (next: BridgeState) => {
    const before = state
    state = next
    owned.stateChanged(before, next)
  }
  return { provider: owned.provider, connect, send, heard, become }
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

describe('requests that cross', () => {
  it('behavior: method and params go as they are', async () => {
    const { provider, send } = world()
    await provider.request({ method: 'eth_call', params: [{ to: alice }, 'latest'] })
    expect(send).toHaveBeenCalledWith('eth_call', [{ to: alice }, 'latest'], expect.any(AbortSignal))
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

describe('closing the modal', () => {
  const open = (isOpen: boolean): BridgeState => ({ ...connected(), open: isOpen })
  const ask = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }

  it('error: a prompt that began under the modal rejects once with 4001 when it closes', async () => {
    const { provider, become } = world(open(true))
    const rejected = vi.fn()
    const asked = provider.request(ask).catch(rejected)
    become(open(false))
    become(open(true))
    become(open(false))
    await asked
    expect(rejected).toHaveBeenCalledTimes(1)
    expect(rejected).toHaveBeenCalledWith(expect.objectContaining({ code: 4001, message: 'Modal closed' }))
  })

  it('behavior: a prompt that began while it was closed stays, and so does a read', async () => {
    const { provider, send, become } = world(open(false))
    const settled = vi.fn()
    provider.request(ask).then(settled, settled)
    become(open(true))
    provider.request({ method: 'wallet_getCapabilities' }).then(settled, settled)
    become(open(false))
    await new Promise(setImmediate)
    expect(settled).not.toHaveBeenCalled()
    expect(send).toHaveBeenCalledTimes(2)
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

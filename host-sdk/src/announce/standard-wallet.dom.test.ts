import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../../shared/caip/chain-id.ts'
import type { AccountEntry, BridgeState } from '../../../shared/channel/records/entries.ts'
import { ProviderRpcError } from '../../../shared/errors/provider-error.ts'
import { initialState } from '../initial-state.ts'
import { installDialogs } from '../testing/dialogs.ts'
import type { WidgetHandlers } from '../testing/linked-widget.ts'
import { solanaAccount } from '../testing/sample-accounts.ts'
import { bridgeWorld } from '../testing/sdk-world.ts'
import { type createStandardWallet, registerSolana } from './standard-wallet.ts'

type StandardWallet = ReturnType<typeof createStandardWallet>

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

const second: AccountEntry = {
  ...solanaAccount,
  id: 'solana:Phantom:So11111111111111111111111111111111111111112',
  address: 'So11111111111111111111111111111111111111112',
}
const connectedState = (...accounts: AccountEntry[]): BridgeState => ({
  ...initialState,
  status: 'connected',
  accounts,
})

/** Discovers wallets as `@wallet-standard/app` does: those already registered, and those that register later. */
function app() {
  const wallets: StandardWallet[] = []
  const api = {
    register: (wallet: StandardWallet) => {
      wallets.push(wallet)
      return () => void wallets.splice(wallets.indexOf(wallet), 1)
    },
  }
  const listening = new AbortController()
  ends.push(() => listening.abort())
  addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')(api), {
    signal: listening.signal,
  })
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return wallets
}

async function world(overrides: Partial<WidgetHandlers> = {}) {
  const wallets = app()
  const instance = bridgeWorld(ends, overrides, { platforms: ['solana'] })
  await vi.waitFor(() => expect(wallets).toHaveLength(1))
  const [wallet] = wallets
  if (!wallet) throw new Error('There is no wallet')
  const report = (state: BridgeState) => instance.widget.widgets[0]?.emit('state', state)
  return { ...instance, wallets, wallet, report, features: wallet.features }
}

describe('registration', () => {
  it('apps before and after the wallet › find it once, with all features and versions', async () => {
    const { wallets, wallet } = await world()
    const later = app()
    expect(later).toEqual([wallet])
    expect(wallets).toHaveLength(1)
    expect(wallet).toMatchObject({
      version: '1.0.0',
      name: 'Drawbridge',
      icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      chains: ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'],
      accounts: [],
    })
    expect(Object.keys(wallet.features).sort()).toEqual([
      'solana:signAndSendTransaction',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ])
    expect(wallet.features['solana:signTransaction'].supportedTransactionVersions).toEqual(['legacy', 0])
  })

  it('app that listens a task after it read its list, as React effects do › one wallet', async () => {
    const { bridge } = bridgeWorld(ends, {}, { platforms: [] })
    const ended = new AbortController()
    ends.push(() => ended.abort())
    registerSolana({ bridge, uuid: '', reconnected: async () => {}, signal: ended.signal })
    const wallets: unknown[] = []
    const api = { register: (wallet: unknown) => wallets.push(wallet) }
    const listen = () =>
      addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')(api), {
        signal: ended.signal,
      })
    setTimeout(listen)
    await vi.waitFor(() => expect(wallets).toHaveLength(1))
  })

  it('app that reads the list before idle, and listens too › one wallet', async () => {
    const { bridge } = bridgeWorld(ends, {}, { platforms: [] })
    const ended = new AbortController()
    ends.push(() => ended.abort())
    registerSolana({ bridge, uuid: '', reconnected: async () => {}, signal: ended.signal })
    const wallets = app()
    expect(wallets).toHaveLength(1)
    const received = vi.fn()
    addEventListener('wallet-standard:register-wallet', received, { signal: ended.signal })
    await vi.waitFor(() => expect(received).toHaveBeenCalled())
    expect(wallets).toHaveLength(1)
  })

  it('app replaces a function or adds a chain › the wallet is unchanged', async () => {
    const { wallet } = await world({ 'state.get': () => connectedState(solanaAccount) })
    await wallet.features['standard:connect'].connect({ silent: true })
    const [account] = wallet.accounts
    const parts = [wallet, wallet.chains, wallet.features, ...Object.values(wallet.features), account]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual(parts.map(() => true))
    expect([account?.chains, account?.features, wallet.accounts].every(Object.isFrozen)).toBe(true)
  })

  it('destroy › unregisters from all apps, and connect rejects with 4900', async () => {
    const { bridge, wallets, features } = await world()
    const later = app()
    bridge.destroy()
    expect([wallets, later, app()]).toEqual([[], [], []])
    await expect(features['standard:connect'].connect()).rejects.toMatchObject({ code: 4900 })
  })

  it('page without Solana, or announce: false › no wallet', async () => {
    const wallets = app()
    bridgeWorld(ends, {}, { platforms: ['polkadot', 'ethereum'] })
    bridgeWorld(ends, {}, { platforms: ['solana'], announce: false })
    await import('./announced-wallets.ts')
    expect(wallets).toEqual([])
  })
})

describe('standard:connect', () => {
  it('connect › opens the modal on Solana, then resolves with the account at once', async () => {
    const opened = vi.fn()
    const { features, report, wallet } = await world({
      'modal.open': (request) => {
        opened(request)
        report(connectedState(solanaAccount))
        return { is: 'dismissed' }
      },
    })
    const { accounts } = await features['standard:connect'].connect()
    expect(accounts).toMatchObject([
      { address: solanaAccount.address, chains: expect.arrayContaining(['solana:localnet']) },
    ])
    expect(accounts[0]?.publicKey).toHaveLength(32)
    expect(wallet.accounts).toBe(accounts)
    expect(await features['standard:connect'].connect()).toEqual({ accounts })
    expect(opened.mock.calls).toEqual([[{ namespace: 'solana' }]])
  })

  it('modal › closed while a wallet of the last visit is restored › resolves with it', async () => {
    const { bridge, features, report } = await world({
      'state.get': () => ({ ...initialState, loading: true }),
    })
    const connecting = features['standard:connect'].connect()
    connecting.catch(() => {})
    await vi.waitFor(() => expect(bridge.state.loading).toBe(true))
    report(connectedState(solanaAccount))
    expect((await connecting).accounts).toMatchObject([{ address: solanaAccount.address }])
  })

  it('modal closed without an account › rejects with 4001', async () => {
    const { features } = await world()
    await expect(features['standard:connect'].connect()).rejects.toMatchObject({
      code: 4001,
      message: 'Modal closed',
    })
  })

  it('result arrives before the state › waits for the state', async () => {
    const opened = vi.fn()
    const { bridge, features, report } = await world({
      'modal.open': () => {
        opened()
        return {
          is: 'connected',
          namespace: 'solana',
          chainId: parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
          address: solanaAccount.address,
          walletId: solanaAccount.walletId,
        }
      },
    })
    const connecting = features['standard:connect'].connect()
    await vi.waitFor(() => expect(opened).toHaveBeenCalled())
    // Responses arrive in order: this one after that of the modal.
    await bridge.disconnect('polkadot')
    report(connectedState(solanaAccount))
    expect((await connecting).accounts).toHaveLength(1)
  })

  it('silent › opens nothing, and resolves with reconnected accounts or none', async () => {
    const opened = vi.fn()
    const before = await world({ 'modal.open': opened, 'state.get': () => connectedState(solanaAccount) })
    expect((await before.features['standard:connect'].connect({ silent: true })).accounts).toHaveLength(1)
    before.bridge.destroy()
    const fresh = await world({ 'modal.open': opened })
    expect(await fresh.features['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
    expect(opened).not.toHaveBeenCalled()
  })

  it('standard:disconnect › disconnects Solana only, and nothing without an account', async () => {
    const { features, widgetCalls: requests } = await world({
      'state.get': () => connectedState(solanaAccount),
    })
    await features['standard:disconnect'].disconnect()
    expect(requests.map(([method]) => method)).not.toContain('session.disconnect')
    await features['standard:connect'].connect({ silent: true })
    await features['standard:disconnect'].disconnect()
    expect(requests).toContainEqual(['session.disconnect', { namespace: 'solana' }])
  })
})

describe('standard:events', () => {
  it('accounts change › one event each; a connected account keeps its identity', async () => {
    const { features, report, wallet } = await world({ 'state.get': () => connectedState(solanaAccount) })
    const received: (readonly object[])[] = []
    const stop = features['standard:events'].on('change', ({ accounts }) => received.push(accounts))
    await features['standard:connect'].connect({ silent: true })
    const [first] = wallet.accounts
    report({ ...connectedState(solanaAccount), open: true })
    report(connectedState(solanaAccount, second))
    await vi.waitFor(() => expect(received).toHaveLength(2))
    expect(received.map((accounts) => accounts.length)).toEqual([1, 2])
    expect(received[1]?.[0]).toBe(first)
    report(connectedState(second))
    report(initialState)
    await vi.waitFor(() => expect(received).toHaveLength(4))
    expect(received[2]?.[0]).toBe(received[1]?.[1])
    stop()
    report(connectedState(solanaAccount))
    await vi.waitFor(() => expect(wallet.accounts).toHaveLength(1))
    expect(received).toHaveLength(4)
  })
})

describe('signing', () => {
  async function connected(respond: (method: string) => unknown) {
    const requests: unknown[] = []
    const instance = await world({
      'state.get': () => connectedState(solanaAccount),
      'wallet.request': (request) => {
        requests.push(request)
        return { result: respond(request.method) }
      },
    })
    const { accounts } = await instance.features['standard:connect'].connect({ silent: true })
    const [account] = accounts
    if (!account) throw new Error('Nobody is connected')
    return { ...instance, requests, account }
  }
  const { address, walletId } = solanaAccount

  it('signMessage › several messages › signed in sequence, as bytes', async () => {
    const { features, account, requests } = await connected(() => ({
      signedMessage: 'AQI=',
      signature: 'Aw==',
    }))
    const input = { account, message: new Uint8Array([1, 2]) }
    const signed = await features['solana:signMessage'].signMessage(input, input)
    expect(signed).toHaveLength(2)
    expect(signed[0]).toEqual({
      signedMessage: new Uint8Array([1, 2]),
      signature: new Uint8Array([3]),
      signatureType: 'ed25519',
    })
    expect(requests[1]).toEqual({
      walletId,
      method: 'solana:signMessage',
      params: { address, message: 'AQI=' },
    })
  })

  it('transactions › passed as bytes with their chain, signature returned as bytes', async () => {
    const { features, account, requests } = await connected((method) =>
      method === 'solana:signTransaction' ? { signedTransaction: 'CQk=' } : { signature: '12' },
    )
    const input = { account, chain: 'solana:localnet', transaction: new Uint8Array([9]) }
    expect(await features['solana:signTransaction'].signTransaction(input)).toEqual([
      { signedTransaction: new Uint8Array([9, 9]) },
    ])
    const options = { skipPreflight: undefined, maxRetries: 2 }
    expect(
      await features['solana:signAndSendTransaction'].signAndSendTransaction({ ...input, options }),
    ).toEqual([{ signature: new Uint8Array([0, 1]) }])
    expect(requests).toEqual([
      {
        walletId,
        method: 'solana:signTransaction',
        params: { address, chain: 'solana:localnet', transaction: 'CQ==' },
      },
      {
        walletId,
        method: 'solana:signAndSendTransaction',
        params: { address, chain: 'solana:localnet', transaction: 'CQ==', options: { maxRetries: 2 } },
      },
    ])
  })

  it('rejected › 4001; response without signature › -32603; other account › 4100', async () => {
    let respond: () => unknown = () => {
      throw new ProviderRpcError(4001, 'User rejected the request.')
    }
    const { features, account } = await connected(() => respond())
    const message = new Uint8Array([1])
    const { signMessage } = features['solana:signMessage']
    await expect(signMessage({ account, message })).rejects.toMatchObject({ code: 4001 })
    respond = () => ({ signature: 7 })
    await expect(signMessage({ account, message })).rejects.toMatchObject({ code: -32603 })
    const stranger = { ...account, address: second.address }
    await expect(signMessage({ account: stranger, message })).rejects.toMatchObject({ code: 4100 })
  })

  it("signIn › passes its input, with this page's domain and the account", async () => {
    const { features, requests } = await connected(() => ({ signedMessage: 'AQI=', signature: 'Aw==' }))
    const input = { statement: 'Two coffees', nonce: 'oBbLoEldZs', resources: ['ipfs://a', 'ipfs://b'] }
    const outputs = await features['solana:signIn'].signIn(input, { address })
    expect(outputs).toMatchObject([
      { account: { address }, signedMessage: new Uint8Array([1, 2]), signatureType: 'ed25519' },
      { account: { address }, signature: new Uint8Array([3]) },
    ])
    const domain = location.host
    expect(requests).toEqual([
      { walletId, method: 'solana:signIn', params: { ...input, domain, address } },
      { walletId, method: 'solana:signIn', params: { domain, address } },
    ])
  })

  it('signIn › no input › uses page and account, and connects if necessary', async () => {
    const {
      features,
      report,
      widgetCalls: requests,
    } = await world({
      'modal.open': () => {
        report(connectedState(solanaAccount))
        return { is: 'dismissed' }
      },
      'wallet.request': () => ({ result: { signedMessage: 'AQI=', signature: 'Aw==' } }),
    })
    const [output] = await features['solana:signIn'].signIn()
    expect(output?.account.address).toBe(address)
    expect(requests).toHaveLength(1)
  })

  it('signIn › another domain, or account not connected › rejects with 4100', async () => {
    const { features, requests } = await connected(() => null)
    const { signIn } = features['solana:signIn']
    await expect(signIn({ domain: 'bank.example' })).rejects.toMatchObject({ code: 4100 })
    await expect(signIn({ address: second.address })).rejects.toMatchObject({ code: 4100 })
    expect(requests).toEqual([])
  })
})

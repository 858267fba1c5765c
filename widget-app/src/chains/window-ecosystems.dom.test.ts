import { afterEach, expect, test, vi } from 'vitest'
import { fakeClock } from '#shared/channel/testing/fake-clock.ts'
import { sanitizeWallet } from '#widget/bridge/sanitize-wallet.ts'
import { type WindowTransport, windowTransport } from './window-transport.ts'

type Listener = (data: unknown) => void

const transports: WindowTransport[] = []
afterEach(() => {
  for (const transport of transports.splice(0)) transport.stop()
  Reflect.deleteProperty(window, 'injectedWeb3')
})

function start() {
  const clock = fakeClock()
  const transport = windowTransport(window, { inspect: sanitizeWallet, siteName: 'Drawbridge', clock })
  transports.push(transport)
  return { transport, clock }
}

const solana = 'solana:localnet'
const sol = { address: 'So11111111111111111111111111111111111111112', chains: [solana], features: [] }
const alice = { address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', name: 'Alice', type: 'sr25519' }

/** Emits a wallet's events to its listeners, and counts the listeners. */
function emitter() {
  const listeners = new Set<Listener>()
  const on = (listener: Listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const emit = (data: unknown) => {
    for (const listener of listeners) listener(data)
  }
  return { on, tell: emit, count: () => listeners.size }
}

/** A Solana wallet as extensions register it. */
function standardWallet() {
  const { on, tell: emit } = emitter()
  const connect = vi.fn(async (..._input: unknown[]) => ({ accounts: [sol] }))
  const wallet = {
    version: '1.0.0',
    name: 'Beacon',
    icon: 'data:image/svg+xml,<svg onload="alert(1)"/>',
    chains: [solana],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:events': { version: '1.0.0', on: (_event: string, listener: Listener) => on(listener) },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async () => {
          throw new Error('User rejected the request')
        },
      },
      'solana:signTransaction': { version: '1.0.0', signTransaction: async () => [] },
    },
  }
  const detail = ({ register }: { register(wallet: object): void }) => register(wallet)
  const register = () => window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  return { register, connect, tell: emit }
}

/** A Polkadot extension as it injects itself. */
function extension(id: string) {
  const { on, tell: emit, count } = emitter()
  const accounts = { get: async () => [alice], subscribe: on }
  const enable = vi.fn(async (_origin: string) => ({ accounts, signer: {} }))
  const entry = { version: '1.0.0', enable }
  Reflect.set(window, 'injectedWeb3', { ...Reflect.get(window, 'injectedWeb3'), [id]: entry })
  return { enable, tell: emit, count }
}

const handleOf = (transport: WindowTransport, name: string) =>
  transport.list().find((wallet) => wallet.name === name)?.handle ?? ''

test('wallets of all three ecosystems, also late ones › listed', () => {
  extension('trellis')
  const { transport, clock } = start()
  const lists: (readonly string[])[] = []
  transport.watch((wallets) => lists.push(wallets.map(({ namespace, name }) => `${namespace} ${name}`)))
  const request = async () => []
  const info = { uuid: 'one', name: 'Harbour', rdns: 'test.harbour', icon: '' }
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: { info, provider: { request } } }),
  )
  standardWallet().register()
  clock.advance(50)
  extension('late')
  clock.advance(3_000)
  expect(lists).toEqual([
    ['polkadot Trellis'],
    ['eip155 Harbour', 'solana Beacon', 'polkadot Trellis'],
    ['eip155 Harbour', 'solana Beacon', 'polkadot Trellis', 'polkadot Late'],
  ])
  expect(transport.list()[1]).not.toHaveProperty('icon')
})

test('Solana wallet › standard methods, silent connect, and account events', async () => {
  const { transport } = start()
  const { register, connect, tell: emit } = standardWallet()
  register()
  const handle = handleOf(transport, 'Beacon')
  const events: unknown[] = []
  const stop = transport.onEvent(handle, (event, data) => events.push([event, data]))
  const silent = { method: 'standard:connect', params: { silent: true } }
  // An account without its own features has those of the wallet.
  const features = ['solana:signMessage', 'solana:signTransaction']
  expect(await transport.request(handle, silent)).toEqual({ accounts: [{ ...sol, features }] })
  expect(connect).toHaveBeenCalledWith({ silent: true })
  emit({ accounts: [] })
  await expect.poll(() => events).toEqual([['accountsChanged', []]])
  stop()
  emit({ accounts: [sol] })
  expect(events).toHaveLength(1)
})

test("selected extension › only it is enabled, with the host's name", async () => {
  const [chosen, other] = [extension('trellis'), extension('other')]
  const { transport } = start()
  const answer = await transport.request(handleOf(transport, 'Trellis'), { method: 'injectedWeb3:enable' })
  expect(answer).toEqual({ accounts: [alice] })
  expect(chosen.enable.mock.calls).toEqual([['Drawbridge']])
  expect(other.enable).not.toHaveBeenCalled()
})

test('extension › subscribed across listeners, unsubscribed at the end', async () => {
  const { tell: emit, count } = extension('trellis')
  const { transport } = start()
  const handle = handleOf(transport, 'Trellis')
  transport.onEvent(handle, () => {})()
  await transport.request(handle, { method: 'injectedWeb3:enable' })
  const events: unknown[] = []
  transport.onEvent(handle, (event, data) => events.push([event, data]))
  emit([{ ...alice, name: 'Renamed' }])
  expect(events).toEqual([['accountsChanged', [{ ...alice, name: 'Renamed' }]]])
  expect(count()).toBe(1)
  transport.stop()
  expect(count()).toBe(0)
})

test('rejection message › 4001; method of another ecosystem › not called', async () => {
  extension('trellis')
  const { transport } = start()
  standardWallet().register()
  const [beacon, trellis] = [handleOf(transport, 'Beacon'), handleOf(transport, 'Trellis')]
  await transport.request(beacon, { method: 'standard:connect' })
  const sign = { method: 'solana:signMessage', params: { address: sol.address, message: 'AQ==' } }
  await expect(transport.request(beacon, sign)).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 4001,
  })
  await expect(transport.request(beacon, { method: 'eth_accounts' })).rejects.toMatchObject({ code: 4200 })
  await expect(transport.request(trellis, { method: 'standard:connect' })).rejects.toMatchObject({
    code: 4200,
  })
})

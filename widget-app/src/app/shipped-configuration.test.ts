import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { accountId } from '#shared/caip/account-id.ts'
import { namespaceOf, parseChainId } from '#shared/caip/chain-id.ts'
import type { Namespace } from '#shared/caip/namespace.ts'
import { deployConfigSchema } from '#shared/config/deploy-config.ts'
import * as z from '#shared/zod.ts'
import { memoryTransport } from '#widget/chains/testing/scripted-transport.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { balancesAtom } from '#widget/domain/balances/balances.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import networks from '#widget/domain/networks/generated/networks.json' with { type: 'json' }
import {
  configuredNetworksAtom,
  defaultNetworks,
  loadNetworksAtom,
} from '#widget/domain/networks/networks.ts'
import wallets from '#widget/domain/wallets/generated/wallets.json' with { type: 'json' }
import { prepareSend } from '#widget/features/send/actions.ts'
import { draftAtom } from '#widget/features/send/atoms/draft.ts'
import { previewAtom } from '#widget/features/send/atoms/form.ts'
import { readyToSignInAtom } from '#widget/features/siwx/atoms.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testWorld } from '#widget/testing/world.ts'
import { chainPorts } from './chain-ports.ts'

const publicFolder = new URL('../../public/', import.meta.url)
const shipped = z.parse(
  deployConfigSchema,
  JSON.parse(readFileSync(new URL('widget.config.json', publicFolder), 'utf8')),
)

const accounts = {
  eip155: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', '0x52908400098527886E0F7030069857D2E4169EE7'],
  solana: ['FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq', 'GwCXyJ8AesaucFMTUSZmiFVMhVngpeBxaBC7mQJiZct3'],
  polkadot: [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  ],
} as const

type Wanted = keyof typeof accounts
const wanted = ['eip155', 'solana', 'polkadot'] as const satisfies readonly Wanted[]

/** Base units of the native currency that each account has, and their displayed value. */
const held = {
  eip155: { value: 1_500_000_000_000_000_000n, symbol: 'ETH', decimals: 18 },
  solana: { value: 2_500_000_000n, symbol: 'SOL', decimals: 9 },
  polkadot: { value: 31_000_000_000n, symbol: 'DOT', decimals: 10 },
} as const

const chainIn = (namespace: Wanted) => parseChainId(defaultNetworks[namespace] ?? '')

const catalogueEntry = z.object({ chains: z.array(z.string()), namespaces: z.array(z.string()) })
const rpcRequest = z.object({ id: z.unknown(), method: z.string() })

/** The gateway's Solana node. */
const solanaResult = (method: string): unknown =>
  ({
    getBalance: { context: { slot: 1 }, value: Number(held.solana.value) },
    getTokenAccountsByOwner: { context: { slot: 1 }, value: [] },
  })[method]

const balanceRow = (namespace: Wanted, numeric: string) => ({
  ...{ name: 'Coin', symbol: held[namespace].symbol, chainId: chainIn(namespace), price: '1' },
  quantity: { decimals: String(held[namespace].decimals), numeric },
})

/** Balances as the API returns them; for Solana it has none, so that the gateway is called. */
const rowOf: Readonly<Record<string, unknown>> = {
  [accounts.eip155[0]]: balanceRow('eip155', '1.5'),
  [accounts.polkadot[0]]: balanceRow('polkadot', '3.1'),
}

/** The widget's own origin, where the shipped configuration has API and RPC gateway. */
const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const answer = (body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  const address = /^\/v1\/account\/([^/]+)\/balance$/.exec(url.pathname)?.[1]
  if (url.pathname === '/v1/supported-chains')
    return answer({ http: [chainIn('eip155'), chainIn('polkadot')], ws: [] })
  if (address !== undefined) return answer({ balances: [rowOf[address]] })
  if (request.method !== 'POST' || url.searchParams.get('chainId') !== chainIn('solana'))
    return response.writeHead(404).end()
  const body = await request.setEncoding('utf8').reduce((text, part) => `${text}${part}`, '')
  const { id, method } = z.parse(rpcRequest, JSON.parse(body))
  return answer({ jsonrpc: '2.0', id, result: solanaResult(method) })
})

let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterEach(() => vi.unstubAllGlobals())

/** A widget with the shipped configuration on a host that names no networks, with real adapters; a wallet is connected. */
function widget(namespace: Wanted, bundledNetworks: unknown = networks) {
  vi.stubGlobal('location', new URL(origin))
  const world = testWorld({
    clock: fakeClock(Date.now()),
    deploy: shipped,
    bundledNetworks,
    config: { platforms: ['ethereum', 'solana', 'polkadot'], networks: [], siwx: {} },
  })
  const { store, clock } = world
  const fetchHere: typeof fetch = (input, init) => fetch(new URL(String(input), origin), init)
  const transport = memoryTransport({})
  const chains = chainPorts({ store, transport, fetch: fetchHere, clock })
  // The gateway has no node with a fee market.
  const adapter = async (wantedNamespace: Namespace) => {
    const { estimateFee: _, ...loaded } = await chains.adapter(wantedNamespace)
    return loaded
  }
  store.set(portsAtom, { ...world.ports, fetch: fetchHere, transport, chains: { ...chains, adapter } })
  const connection = testConnection({
    ...{ namespace, accounts: [accounts[namespace][0]], chain: chainIn(namespace) },
  })
  store.set(dispatchConnectionEventAtom, namespace, { is: 'succeeded', connection })
  store.set(activeNamespaceAtom, namespace)
  store.set(openModalAtom)
  return { store, chains, connection }
}

const noFields = { asset: undefined, value: undefined, to: undefined }

/** The same without the network records. */
const withoutRecords = (namespace: Wanted) => widget(namespace, [])

async function balancesOf({ store }: ReturnType<typeof widget>, namespace: Wanted) {
  const balances = balancesAtom(accountId(chainIn(namespace), accounts[namespace][0]))
  onTestFinished(store.sub(balances, () => undefined))
  await vi.waitFor(() => expect(store.get(balances).is).not.toBe('loading'), 5_000)
  return store.get(balances)
}

/** The completed send form for one base unit to another account. */
async function sendForm({ store, connection }: ReturnType<typeof widget>, namespace: Wanted) {
  store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSend' } })
  onTestFinished(store.sub(previewAtom, () => undefined))
  store.set(draftAtom, {
    asset: { chain: chainIn(namespace), address: undefined },
    amount: { is: 'typed', text: '0.001' },
    to: accounts[namespace][1],
  })
  await store.set(loadNetworksAtom)
  return { preview: () => store.get(previewAtom), connection }
}

describe('shipped configuration', () => {
  it('widget.config.json › names no network of its own', () => {
    expect(shipped.networks ?? []).toEqual([])
  })

  it.each(wanted)('default network of %s › has a record', async (namespace) => {
    const { store, chains } = widget(namespace)
    await store.set(loadNetworksAtom)
    const network = store.get(configuredNetworksAtom).find(({ id }) => namespaceOf(id) === namespace)
    expect(network?.id).toBe(defaultNetworks[namespace])
    const { symbol, decimals } = held[namespace]
    expect(network?.nativeCurrency).toMatchObject({ symbol, decimals })
    expect(network?.testnet ?? false).toBe(false)
    expect(readdirSync(new URL('networks/', publicFolder))).toContain(`${network?.imageId}.svg`)
    const { nativeBalance, send, signIn, decodeText, verifyMessage } = await chains.adapter(namespace)
    for (const member of [nativeBalance, send, signIn, decodeText, verifyMessage])
      expect(member).toBeTypeOf('function')
  })

  it.each(['solana', 'polkadot'] as const)(
    'default network of %s › wallet list › each wallet has it',
    (namespace) => {
      const listed = z
        .parse(z.array(catalogueEntry), wallets)
        .filter((one) => one.namespaces.includes(namespace))
      expect(listed).not.toEqual([])
      const without = listed.filter(({ chains }) => !chains.includes(chainIn(namespace)))
      expect(without).toEqual([])
    },
  )

  it.each([
    ['eip155:1', 'https://etherscan.io/tx/0xab'],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'https://explorer.solana.com/tx/0xab'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'https://explorer.solana.com/tx/0xab?cluster=devnet'],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'https://polkadot.subscan.io/extrinsic/0xab'],
    ['polkadot:48239ef607d7928874027a43a6768920', 'https://assethub-kusama.subscan.io/extrinsic/0xab'],
  ])('transaction on %s › links to its explorer', (id, url) => {
    const { chains } = widget('eip155')
    const found = z.parse(deployConfigSchema, { networks }).networks?.find((one) => one.id === id)
    expect(found && chains.manifest(namespaceOf(id))?.explorerTransactionUrl(found, '0xab')).toBe(url)
  })
})

describe.each(wanted)('shipped configuration on %s', (namespace) => {
  const { symbol, decimals, value } = held[namespace]

  it('balances › are read and included in the total', async () => {
    const balances = await balancesOf(widget(namespace), namespace)
    const native = { asset: { chain: chainIn(namespace), symbol, decimals }, value }
    expect(balances).toMatchObject({ is: 'ready', data: [native] })
  })

  it('balances without a record › fail', async () => {
    const balances = await balancesOf(withoutRecords(namespace), namespace)
    expect(balances).toMatchObject({ is: 'failed', error: { code: 'balance/unavailable' } })
  })

  it('completed send form › is a transfer', async () => {
    const { preview, connection } = await sendForm(widget(namespace), namespace)
    await vi.waitFor(() => expect(preview()).toBeDefined(), 5_000)
    const shown = preview()
    expect(shown?.transfer).toMatchObject({
      to: accounts[namespace][1],
      value: 10n ** BigInt(decimals - 3),
    })
    const form = { connection, network: shown?.network, ...noFields, ...shown?.transfer }
    expect(prepareSend(form).network.id).toBe(chainIn(namespace))
  })

  it('completed send form without a record › is none', async () => {
    const { preview, connection } = await sendForm(withoutRecords(namespace), namespace)
    expect(preview()).toBeUndefined()
    const asset = { chain: chainIn(namespace), address: undefined, symbol, name: symbol, decimals }
    const form = { connection, network: undefined, asset, value: 1n, to: accounts[namespace][1] }
    expect(() => prepareSend(form)).toThrow('Unsupported chain')
  })

  it('sign-in › is ready', async () => {
    const { store } = widget(namespace)
    const ready = await store.set(readyToSignInAtom)
    expect(ready.network.id).toBe(chainIn(namespace))
    expect(ready.account).toBe(accountId(chainIn(namespace), accounts[namespace][0]))
  })

  it('sign-in without a record › fails', async () => {
    const { store } = withoutRecords(namespace)
    await expect(store.set(readyToSignInAtom)).rejects.toThrow('No ActiveCaipNetwork or client found')
  })
})

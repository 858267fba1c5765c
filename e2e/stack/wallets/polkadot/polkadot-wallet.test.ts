import { ApiPromise } from '@polkadot/api'
import type { ApiOptions, Signer } from '@polkadot/api/types'
import { u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from '#shared/zod.ts'
import { type PolkadotKeyType, polkadotDevAccount } from '../../chains/polkadot/dev-account.ts'
import { polkadotGenesisHash } from '../../chains/polkadot/local-genesis.ts'
import { type PolkadotNode, polkadotReady, startPolkadot } from '../../chains/polkadot/start-polkadot.ts'
import { freePorts } from '../../ports.ts'
import { createUrlRpc } from '../node-rpc.ts'
import type { PageConfig } from '../page-config.ts'
import { planWallet } from '../presets.ts'
import { createScriptedBehaviour } from '../scripted-behaviour.ts'
import { type ScriptPatch, walletSetups } from '../setup.ts'
import { polkadotKeys } from './keys.ts'
import { createPolkadotWallet } from './polkadot-wallet.ts'
import { sameAccount } from './same-account.ts'

const types: readonly PolkadotKeyType[] = ['sr25519', 'ed25519', 'ecdsa', 'ethereum']
const accounts = types.map((type) => polkadotDevAccount(`wallet ${type}`, type))
const [first, second, third, ethereum] = accounts
if (!first || !second || !third || !ethereum) throw new Error('no accounts')
const polkadot = { genesisHash: polkadotGenesisHash, accounts }
const world: PageConfig = {
  site: 'dapp',
  widgetUrl: '',
  evilUrl: 'http://evil.localhost:1',
  rpc: 'fetch',
  chains: [],
  accounts: [],
  tokens: [],
  polkadot,
}

function wallet(script: ScriptPatch = {}, labels = accounts.slice(0, 2).map(({ label }) => label)) {
  const setup = { id: 'trellis', accounts: labels, script: { mode: 'approve', ...script } }
  const [parsed] = walletSetups(JSON.stringify([setup]))
  if (parsed === undefined) throw new Error('no setup')
  const plan = planWallet(parsed, world)
  const behaviour = createScriptedBehaviour(plan, parsed.script)
  return { ...createPolkadotWallet(plan, polkadot, behaviour, async () => polkadotKeys), behaviour }
}

/** Creates a wallet that a host has enabled; `reported` is what its listener received. */
async function enabled(script: ScriptPatch = {}, labels?: string[]) {
  const testWallet = wallet({}, labels)
  const injected = await testWallet.entry.enable('Shop')
  const reported: (readonly (readonly [name: string, genesisHash: string | undefined])[])[] = []
  const unsubscribe = injected.accounts.subscribe((list) =>
    reported.push(list.map(({ name, genesisHash }) => [name, genesisHash])),
  )
  testWallet.behaviour.change(script)
  return { ...testWallet, ...injected, reported, unsubscribe }
}

describe('accounts', () => {
  it('enable approved › shares its accounts, records the name of the host', async () => {
    const { entry, behaviour } = wallet()
    const { accounts: injected } = await entry.enable('Shop')
    expect(await injected.get()).toEqual([
      { address: first.address, name: first.label, type: 'sr25519' },
      { address: second.address, name: second.label, type: 'ed25519' },
    ])
    expect(behaviour.requests[0]).toMatchObject({ method: 'injectedWeb3:enable', params: ['Shop'] })
  })

  it('every key type › shared', async () => {
    const all = await enabled(
      {},
      accounts.map(({ label }) => label),
    )
    expect((await all.accounts.get()).map(({ type }) => type)).toEqual(types)
    expect(ethereum.address).toMatch(/^0x[0-9a-fA-F]{40}$/)
  })

  it('enable again › prompts only when the host was forgotten or the wallet locked', async () => {
    const { entry, behaviour, forget } = await enabled()
    behaviour.change({ mode: 'reject' })
    expect(await (await entry.enable('Shop')).accounts.get()).toHaveLength(2)
    behaviour.change({ locked: true })
    await expect(entry.enable('Shop')).rejects.toThrow('cancelled by the user')
    behaviour.change({ locked: false })
    forget()
    await expect(entry.enable('Shop')).rejects.toThrow('cancelled by the user')
  })

  it('subscribe › called at once and at every change, until unsubscribed', async () => {
    const { reported, unsubscribe, behaviour, rename, useAccount, listenerCount } = await enabled()
    const names = () => reported.map((list) => list.map(([name]) => name))
    rename(0, 'Savings')
    useAccount(1)
    behaviour.change({ locked: true })
    expect(names()).toEqual([
      [first.label, second.label],
      ['Savings', second.label],
      [second.label, 'Savings'],
      [],
    ])
    expect(listenerCount()).toBe(1)
    unsubscribe()
    behaviour.change({ locked: false })
    expect([reported.length, listenerCount()]).toEqual([4, 0])
  })

  it('sharesNoAccounts › empty list', async () => {
    const { entry } = wallet({ sharesNoAccounts: true })
    expect(await (await entry.enable('Shop')).accounts.get()).toEqual([])
  })

  it('genesisLocks › restricts accounts to networks, in setup order', async () => {
    const { accounts: injected, reported, useAccount } = await enabled({ genesisLocks: ['local', 'empty'] })
    expect((await injected.get()).map(({ genesisHash }) => genesisHash)).toEqual([polkadotGenesisHash, ''])
    useAccount(1)
    expect(reported.at(-1)).toEqual([
      [second.label, ''],
      [first.label, polkadotGenesisHash],
    ])
    const otherWallet = await enabled({ genesisLocks: ['none', 'elsewhere'] })
    const [unrestricted, locked] = await otherWallet.accounts.get()
    expect(unrestricted).not.toHaveProperty('genesisHash')
    expect(locked?.genesisHash).toMatch(/^0x91b171bb158e2d38/)
  })

  it.each([
    [0, true],
    [2, true],
    [42, true],
    [2_254, true],
  ])('sameAccount › address with prefix %i › same key', (prefix, isSame) => {
    expect(sameAccount(encodeAddress(first.address, prefix), first.address)).toBe(isSame)
    expect(sameAccount(encodeAddress(first.address, prefix), second.address)).toBe(false)
  })
})

describe('signRaw', () => {
  it.each(['Hello', u8aToHex(new TextEncoder().encode('Hello')), '<Bytes>Hello</Bytes>'])(
    '%s › signed as wrapped bytes',
    async (data) => {
      const { signer } = await enabled()
      const { id, signature } = await signer.signRaw({ address: first.address, data, type: 'bytes' })
      expect(id).toBe(1)
      expect(signatureVerify(u8aWrapBytes('Hello'), signature, first.address).isValid).toBe(true)
    },
  )
})

describe('signPayload', () => {
  const rpc = createUrlRpc('fetch')
  let node: PolkadotNode
  let api: ApiPromise
  const provider: NonNullable<ApiOptions['provider']> = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => undefined,
    disconnect: async () => undefined,
    on: () => () => undefined,
    // polkadot-js declares the result of its provider as `any`.
    send: async (method, params) => z.parse(z.any(), await rpc(node.rpcUrl, method, params)),
    subscribe: () => Promise.reject(new Error('No subscriptions')),
    unsubscribe: () => Promise.reject(new Error('No subscriptions')),
  }

  beforeAll(async () => {
    const { chain1 } = await freePorts()
    node = startPolkadot({ port: chain1, accounts: [first, second, third].map(({ address }) => address) })
    await polkadotReady(node)
    api = await ApiPromise.create({ provider, noInitWarn: true })
  })
  afterAll(async () => {
    await api?.disconnect()
    await node?.stop()
  })

  const freeBalanceOf = async (address: string): Promise<bigint> => {
    const accountSchema = z.object({ data: z.object({ free: z.union([z.int(), z.string()]) }) })
    return BigInt(z.parse(accountSchema, (await api.query.system?.account?.(address))?.toJSON()).data.free)
  }

  it.each([first, second, third])(
    '$type key, address of another network › the chain accepts the signature',
    async ({ address, label, type }) => {
      const { signer } = await enabled({}, [label])
      const recipient = polkadotDevAccount(`receiver of ${type}`).address
      const polkadotJsSigner: Signer = { signPayload: signer.signPayload }
      const call = api.tx.balances?.transferKeepAlive?.(recipient, 10n ** 12n)
      const signed = await call?.signAsync(encodeAddress(address, 2), { signer: polkadotJsSigner })
      await rpc(node.rpcUrl, 'author_submitExtrinsic', [signed?.toHex()])
      await vi.waitUntil(async () => (await freeBalanceOf(recipient)) === 10n ** 12n, {
        timeout: 10_000,
        interval: 50,
      })
    },
  )

  const payload = (address: string) => ({
    address,
    genesisHash: polkadotGenesisHash,
    blockHash: polkadotGenesisHash,
    blockNumber: '0x00000000',
    era: '0x00',
    method: '0x0000',
    nonce: '0x00000000',
    specVersion: '0x00000001',
    transactionVersion: '0x00000001',
    tip: '0x00',
    signedExtensions: [],
    version: 4,
  })

  it('ethereum key › 65 bytes without a type byte', async () => {
    const { signer } = await enabled({}, [ethereum.label])
    const { signature } = await signer.signPayload(payload(ethereum.address))
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  })

  it('account that is not shared, or forgotten host › rejected', async () => {
    const { signer, forget } = await enabled()
    await expect(signer.signPayload(payload(third.address))).rejects.toThrow('Unable to find the keypair')
    forget()
    await expect(signer.signPayload(payload(first.address))).rejects.toThrow('Shop is not allowed')
  })
})

describe('script', () => {
  it.each([
    [{ mode: 'reject' }, /^Connection request was cancelled by the user\.$/, /^Cancelled$/],
    [{ pending32002: true }, /has a pending authorization request$/, /has a pending authorization request$/],
    [{ failWith: { code: 5000, message: 'Broken' } }, /^Broken$/, /^Broken$/],
  ] as const)('%j › rejected with a message', async (script, onEnable, onSign) => {
    await expect(wallet(script).entry.enable('Shop')).rejects.toThrow(onEnable)
    const { signer } = await enabled(script)
    const signing = signer.signRaw({ address: first.address, data: 'Hello', type: 'bytes' })
    await expect(signing).rejects.toThrow(onSign)
  })

  it('neverAnswers for enable › stays pending; a second one rejects as pending', async () => {
    const { entry, behaviour } = wallet({ neverAnswers: true, methods: ['injectedWeb3:enable'] })
    const onSettled = vi.fn()
    entry.enable('Shop').finally(onSettled)
    behaviour.change({ neverAnswers: false, delayMs: 50 })
    const pending = entry.enable('Shop')
    await expect(entry.enable('Shop')).rejects.toThrow('pending')
    await pending
    expect(onSettled).not.toHaveBeenCalled()
  })

  it('disconnected during a request › rejected with 4900, can be enabled again', async () => {
    const { signer, entry, reported, behaviour } = await enabled({ disconnectMidRequest: true })
    const signing = signer.signRaw({ address: first.address, data: 'Hello', type: 'bytes' })
    await expect(signing).rejects.toMatchObject({ code: 4900 })
    expect(reported.at(-1)).toEqual([])
    behaviour.change({ disconnectMidRequest: false, mode: 'reject' })
    expect(await (await entry.enable('Shop')).accounts.get()).toHaveLength(2)
  })
})

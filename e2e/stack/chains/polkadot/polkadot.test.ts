import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { ApiPromise } from '@polkadot/api'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import * as z from '#shared/zod.ts'
import { freePort } from '../../ports.ts'
import { type PolkadotDevAccount, polkadotDevAccount, polkadotKeyPair } from './dev-account.ts'
import {
  polkadotChainId,
  polkadotExistentialDeposit,
  polkadotGenesisHash,
  polkadotUsdt,
} from './local-genesis.ts'
import { type PolkadotNode, polkadotReady, startPolkadot } from './start-polkadot.ts'
import { call, createPostProvider, post } from './testing/over-post.ts'

const keyTypes = ['sr25519', 'ed25519', 'ecdsa'] as const
const funded = keyTypes.map((type) => polkadotDevAccount('first', type))
const oneUnit = 10n ** 12n

/** Timeout of a test that starts a node in another process, in case the node hangs. */
const hangTimeoutMs = 60_000

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('local Polkadot chain', () => {
  let node: PolkadotNode
  let api: ApiPromise
  beforeAll(async () => {
    const accounts = funded.map(({ address }) => address)
    node = startPolkadot({ port: await freePort(), accounts })
    await polkadotReady(node)
    api = await ApiPromise.create({ provider: createPostProvider(node.rpcUrl), noInitWarn: true })
  })
  afterAll(async () => {
    await api?.disconnect()
    await node?.stop()
  })

  const getFreeBalance = async (address: string): Promise<bigint> => {
    const accountSchema = z.object({ data: z.object({ free: z.union([z.int(), z.string()]) }) })
    const account = await api.query.system?.account?.(address)
    return BigInt(z.parse(accountSchema, account?.toJSON()).data.free)
  }

  const transfer = async (from: PolkadotDevAccount, to: string): Promise<string> => {
    const unsigned = api.tx.balances?.transferKeepAlive?.(to, oneUnit)
    const signed = await unsigned?.signAsync(polkadotKeyPair(from))
    return signed?.toHex() ?? ''
  }

  it('genesis › has a time, so that slot and timestamp of the first block agree', async () => {
    const first = await api.at(await api.rpc.chain.getBlockHash(0))
    const time = await first.query.timestamp?.now?.()
    expect(Number(time?.toString())).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  it('API › connected › reports genesis hash, CAIP-2 id and existential deposit', () => {
    expect(api.genesisHash.toHex()).toBe(polkadotGenesisHash)
    expect(polkadotChainId).toMatch(/^polkadot:[0-9a-f]{32}$/)
    expect(api.consts.balances?.existentialDeposit?.toString()).toBe(`${polkadotExistentialDeposit}`)
  })

  it.each(funded)('transfer › signed by a $type key › reaches the recipient', async (from) => {
    const to = polkadotDevAccount(`receiver ${from.type}`).address
    await call(node.rpcUrl, 'author_submitExtrinsic', await transfer(from, to))
    await vi.waitUntil(async () => (await getFreeBalance(to)) === oneUnit, { timeout: 10_000, interval: 50 })
  })

  it('transfer › signed by another account › is rejected', async () => {
    const publicKeyHex = (address: string) => api.registry.createType('AccountId', address).toHex().slice(2)
    const otherAccount = polkadotDevAccount('stranger')
    const victim = funded[0]?.address ?? ''
    const signed = await transfer(otherAccount, victim)
    const forged = signed.replace(publicKeyHex(otherAccount.address), publicKeyHex(victim))
    expect(forged).not.toBe(signed)
    await expect(call(node.rpcUrl, 'author_submitExtrinsic', forged)).rejects.toMatchObject({ code: 1010 })
  })

  it('token › account funded › has a balance and metadata', async () => {
    const tokenAccount = await api.query.assets?.account?.(polkadotUsdt.id, funded[0]?.address)
    expect(tokenAccount?.toJSON()).toMatchObject({ balance: 10 ** 12 })
    const metadata = await api.query.assets?.metadata?.(polkadotUsdt.id)
    expect(metadata?.toHuman()).toMatchObject({ symbol: 'USDt', decimals: '6' })
  })

  it('port › batch by POST, then a WebSocket › returns results and emits new heads', async () => {
    const calls = ['system_chain', 'no_such'].map((method, id) => ({ jsonrpc: '2.0', id, method }))
    expect(await post(node.rpcUrl, calls)).toEqual([
      { jsonrpc: '2.0', id: 0, result: expect.any(String) },
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found: no_such' } },
    ])
    const socket = new WebSocket(node.wsUrl)
    await once(socket, 'open')
    const notifications: unknown[] = []
    socket.on('message', (data) => notifications.push(JSON.parse(data.toString())))
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'chain_subscribeNewHeads', params: [] }))
    await vi.waitUntil(() => notifications.length >= 2, { timeout: 5_000, interval: 20 })
    expect(notifications[1]).toMatchObject({
      method: 'chain_newHead',
      params: { result: { number: expect.any(String) } },
    })
    socket.terminate()
  })

  it('dev_newBlock › finality lag of 1 › finalized head is behind the best block', async () => {
    await call(node.rpcUrl, 'dev_setBlockBuildMode', 'Manual')
    await call(node.rpcUrl, 'dev_setFinalityLag', 1)
    const best = await call(node.rpcUrl, 'dev_newBlock')
    const finalized = await call(node.rpcUrl, 'chain_getFinalizedHead')
    await call(node.rpcUrl, 'dev_setFinalityLag', 0)
    await call(node.rpcUrl, 'dev_setBlockBuildMode', 'Instant')
    expect(finalized).not.toBe(best)
    expect(await call(node.rpcUrl, 'chain_getFinalizedHead')).toBe(best)
  })

  it('dev_setStorage › balance of a new account › is set', async () => {
    const { address } = polkadotDevAccount('late')
    const account = { providers: 1, data: { free: '123456789' } }
    await call(node.rpcUrl, 'dev_setStorage', { System: { Account: [[[address], account]] } })
    expect(await getFreeBalance(address)).toBe(123_456_789n)
  })

  it(
    'process › parent killed › exits',
    async () => {
      const port = await freePort()
      const module = fileURLToPath(new URL('./start-polkadot.ts', import.meta.url))
      const script = `import(${JSON.stringify(module)}).then(async (m) => {
      await m.polkadotReady(m.startPolkadot({ port: ${port} }))
      console.log('ready')
    })`
      const parent = spawn(process.execPath, ['--import', 'tsx', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [output] = await Promise.race([once(parent.stdout, 'data'), once(parent, 'exit')])
      expect(String(output)).toBe('ready\n')
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      await once(socket, 'open')
      parent.kill('SIGKILL')
      await once(socket, 'close')
      await vi.waitUntil(async () => !(await isUp(`http://127.0.0.1:${port}`)), { timeout: hangTimeoutMs })
    },
    hangTimeoutMs,
  )
})

describe('local Polkadot chain with the identity of another', () => {
  const identity = {
    genesisHash: `0x${'68'.repeat(32)}`,
    symbol: 'DOT',
    decimals: 10,
    prefix: 0,
  } as const
  const [from] = funded
  let node: PolkadotNode
  let api: ApiPromise
  beforeAll(async () => {
    node = startPolkadot({ port: await freePort(), accounts: [from?.address ?? ''], identity })
    await polkadotReady(node)
    api = await ApiPromise.create({ provider: createPostProvider(node.rpcUrl), noInitWarn: true })
  })
  afterAll(async () => {
    await api?.disconnect()
    await node?.stop()
  })

  /** A transfer of one unit of the currency, signed for a genesis hash. */
  const signTransfer = (genesisHash: string) => {
    if (from === undefined) throw new Error('There is no account')
    return api.tx.balances
      ?.transferKeepAlive?.(polkadotDevAccount('receiver of another chain').address, 10n ** 10n)
      .sign(polkadotKeyPair(from), {
        ...{ genesisHash, blockHash: genesisHash, nonce: 0 },
        runtimeVersion: api.runtimeVersion,
      })
      .toHex()
  }

  it('identity › node › reports its hash and currency', async () => {
    expect(api.genesisHash.toHex()).toBe(identity.genesisHash)
    expect(await call(node.rpcUrl, 'system_properties')).toMatchObject({
      ...{ tokenSymbol: 'DOT', tokenDecimals: 10, ss58Format: 0 },
    })
  })

  it('identity › signature for another genesis hash › is rejected; its own accepted', async () => {
    const submit = (genesisHash: string) =>
      call(node.rpcUrl, 'author_submitExtrinsic', signTransfer(genesisHash))
    await expect(submit(polkadotGenesisHash)).rejects.toMatchObject({ code: 1010 })
    expect(await submit(identity.genesisHash)).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

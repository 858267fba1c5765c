import { hashTypedData, recoverAddress, recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { devAccount } from '../accounts.ts'
import { bootStack, type World } from '../boot.ts'
import { describePageWorld } from '../hosts/stack-files.ts'
import { freePorts } from '../ports.ts'
import { RpcError } from '../rpc-error.ts'
import type { NodeRpc } from './node-rpc.ts'
import { planWallet } from './presets.ts'
import { type ScriptPatch, walletSetups } from './setup.ts'
import { createTestWallet } from './test-wallet.ts'

const first = devAccount('spare-4').address
const recipient = devAccount('recipient').address
let world: World

beforeAll(async () => {
  world = await bootStack({ ports: await freePorts(), file: null })
})
afterAll(() => world.stop())

const responseSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string() })),
})

/** Creates a wallet in Node that calls its nodes by fetch and opens no prompt. */
function wallet(script: ScriptPatch = {}) {
  const rpc: NodeRpc = async (chainId, method, params) => {
    const url = `${world.stack.dapp.loopback}/__stack/rpc/${chainId}`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { error, result } = z.parse(
      responseSchema,
      await (await fetch(url, { method: 'POST', body })).json(),
    )
    if (error !== undefined) throw new RpcError(error.code, error.message)
    return result
  }
  const [setup] = walletSetups(
    JSON.stringify([
      { id: 'pier', accounts: ['spare-4', 'spare-5'], script: { mode: 'approve', ...script } },
    ]),
  )
  if (setup === undefined) throw new Error('no setup')
  const page = describePageWorld('dapp', world.stack, 'fetch')
  const testWallet = createTestWallet(planWallet(setup, page), page, rpc, setup.script, setup.chainId)
  const events: [string, unknown][] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
    testWallet.provider.on(event, (payload) => events.push([event, payload]))
  }
  const request = (method: string, params: unknown[] = []) => testWallet.provider.request({ method, params })
  return { ...testWallet, request, events }
}

async function connected(script: ScriptPatch = {}) {
  const testWallet = wallet()
  await testWallet.request('eth_requestAccounts')
  testWallet.script(script)
  return testWallet
}

describe('accounts', () => {
  it('eth_accounts › before and after permission › none, then all', async () => {
    const { request, events } = wallet()
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('eth_requestAccounts')).toEqual([first, devAccount('spare-5').address])
    expect(events.map(([name]) => name)).toEqual(['connect', 'accountsChanged'])
    await request('wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(await request('eth_accounts')).toEqual([])
  })

  it('account selected › listed first, accountsChanged emitted', async () => {
    const { request, useAccount, events } = await connected()
    useAccount(1)
    expect(await request('eth_accounts')).toEqual([devAccount('spare-5').address, first])
    expect(events.at(-1)?.[0]).toBe('accountsChanged')
  })

  it('wallet locked › no accounts until unlocked', async () => {
    const { request } = await connected({ locked: true })
    expect(await request('eth_accounts')).toEqual([])
    expect(await request('eth_requestAccounts')).toHaveLength(2)
  })
})

describe('signing', () => {
  it('eth_sendTransaction › signed with the account key, on the current chain', async () => {
    const { request, useChain } = await connected()
    useChain(8453)
    const hash = await request('eth_sendTransaction', [
      { from: first, to: recipient, value: '0xde0b6b3a7640000' },
    ])
    // The node returns the hash before it has mined the transaction.
    await expect
      .poll(() => request('eth_getTransactionReceipt', [hash]), { timeout: 10_000 })
      .toMatchObject({ status: '0x1', from: first.toLowerCase(), to: recipient.toLowerCase() })
    expect(await request('eth_getBalance', [recipient, 'latest'])).toBe('0xde0b6b3a7640000')
  })

  it('personal_sign and typed data › signatures recover to the account', async () => {
    const { request } = await connected()
    const signature = z.parse(
      z.templateLiteral(['0x', z.string()]),
      await request('personal_sign', ['0x6869', first]),
    )
    expect(await recoverMessageAddress({ message: 'hi', signature })).toBe(first)
    const typed = {
      domain: { name: 'Shop', chainId: 1 },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order' as const,
      message: { amount: 5n },
    }
    const text = JSON.stringify({ ...typed, message: { amount: '5' } })
    const typedSignature = z.parse(
      z.templateLiteral(['0x', z.string()]),
      await request('eth_signTypedData_v4', [first, text]),
    )
    expect(await recoverAddress({ hash: hashTypedData(typed), signature: typedSignature })).toBe(first)
  })

  it('account that the host may not see › rejected with 4100', async () => {
    const { request } = await connected()
    await expect(request('personal_sign', ['0x6869', recipient])).rejects.toMatchObject({ code: 4100 })
    await expect(wallet().request('personal_sign', ['0x6869', first])).rejects.toMatchObject({ code: 4100 })
  })
})

describe('chains', () => {
  it('switch to an unknown chain › 4902 until it is added', async () => {
    const { request, events } = await connected()
    const local = { chainId: '0x7a69' }
    await expect(request('wallet_switchEthereumChain', [local])).rejects.toMatchObject({ code: 4902 })
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const added = { ...local, chainName: 'Local chain', rpcUrls: ['http://127.0.0.1:1'], nativeCurrency }
    expect(await request('wallet_addEthereumChain', [added])).toBeNull()
    expect(await request('eth_chainId')).toBe('0x7a69')
    expect(events.at(-1)).toEqual(['chainChanged', '0x7a69'])
    expect(await request('wallet_switchEthereumChain', [{ chainId: '0x1' }])).toBeNull()
    expect(await request('wallet_switchEthereumChain', [local])).toBeNull()
  })

  it('switch with a nested error › 4902 in data.originalError', async () => {
    const { request } = await connected({
      switchError: { code: -32603, message: 'Internal error', nested: true },
    })
    await expect(request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).rejects.toMatchObject({
      code: -32603,
      data: { originalError: { code: 4902 } },
    })
  })
})

describe('script', () => {
  it.each([
    [{ mode: 'reject' }, 4001],
    [{ pending32002: true }, -32002],
    [{ failWith: { code: 5000, message: 'User rejected' } }, 5000],
    [{ disconnectMidRequest: true }, 4900],
  ] as const)('%j › rejects with %i', async (script, code) => {
    const { request } = await connected(script)
    await expect(request('personal_sign', ['0x6869', first])).rejects.toMatchObject({ code })
    expect(await request('eth_accounts')).toContain(first)
  })

  it('methods listed › only these fail', async () => {
    const { request } = await connected({ pending32002: true, methods: ['eth_sendTransaction'] })
    await expect(request('personal_sign', ['0x6869', first])).resolves.toMatch(/^0x/)
    await expect(request('eth_sendTransaction', [{ from: first }])).rejects.toMatchObject({ code: -32002 })
  })

  it('wrongChain › starts there, a later switch is kept', async () => {
    const { request, script } = await connected({ wrongChain: 31337 })
    expect(await request('eth_chainId')).toBe('0x7a69')
    await request('wallet_switchEthereumChain', [{ chainId: '0x1' }])
    script({ delayMs: 0 })
    expect(await request('eth_chainId')).toBe('0x1')
  })

  it('unsupported method › rejected with 4200', async () => {
    const { request } = wallet()
    await expect(request('eth_sign', [first, '0x'])).rejects.toMatchObject({ code: 4200 })
    await expect(request('constructor')).rejects.toMatchObject({ code: 4200 })
  })
})

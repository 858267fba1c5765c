import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import {
  type Address,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  type Instruction,
  lamports,
  signature,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { svmAccount } from './accounts.ts'
import { computeBudgetProgram, systemProgram, tokenProgram } from './addresses.ts'
import { freePort } from './free-port.ts'
import { genesisHash, svmChainId } from './genesis.ts'
import { seedSvm } from './seed.ts'
import { sendSvm, signSvm } from './send-svm.ts'
import { type SvmNode, startSvm, svmReady } from './svm.ts'
import { tokenAccountAddress } from './token-instructions.ts'
import { grantedLamports, svmMints } from './tokens.ts'

const alice = svmAccount('test alice')
const bob = svmAccount('test bob')

const u64 = (value: bigint): number[] => [...new Uint8Array(new BigUint64Array([value]).buffer)]

/** A System transfer from Alice. */
const transfer = (to: Address, amount: bigint): Instruction => ({
  programAddress: systemProgram,
  accounts: [
    { address: alice.address, role: 3 },
    { address: to, role: 1 },
  ],
  data: Uint8Array.from([2, 0, 0, 0, ...u64(amount)]),
})

/** SetComputeUnitPrice, in micro-lamports. */
const unitPrice = (price: bigint): Instruction => ({
  programAddress: computeBudgetProgram,
  data: Uint8Array.from([3, ...u64(price)]),
})

const isHealthy = (url: string) =>
  fetch(`${url}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('Solana node', () => {
  let node: SvmNode
  let rpc: ReturnType<typeof createSolanaRpc>
  beforeAll(async () => {
    node = startSvm({ port: await freePort(), slotMs: 20 })
    await svmReady(node)
    await seedSvm({ rpcUrl: node.rpcUrl, accounts: [alice.address, bob.address] })
    rpc = createSolanaRpc(node.rpcUrl)
  })
  afterAll(() => node.stop())

  const balance = async (address: Address) => (await rpc.getBalance(address).send()).value
  const getLandedTransaction = async (text: string) =>
    vi.waitUntil(() =>
      rpc
        .getTransaction(signature(text), {
          commitment: 'confirmed',
          maxSupportedTransactionVersion: 0,
          encoding: 'json',
        })
        .send(),
    )
  const skipSlots = async (count: number) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'svm_skipSlots', params: [count] })
    await fetch(node.rpcUrl, { method: 'POST', body })
  }

  it('genesis hash › read › is that of the local chain', async () => {
    expect(await rpc.getGenesisHash().send()).toBe(genesisHash)
    expect(svmChainId).toMatch(/^solana:[1-9A-HJ-NP-Za-km-z]{32}$/)
    expect(await rpc.getHealth().send()).toBe('ok')
  })

  it('seed › account funded › has SOL and tokens of mints at constant addresses', async () => {
    expect(await balance(alice.address)).toBe(grantedLamports)
    const { value } = await rpc
      .getTokenAccountsByOwner(alice.address, { programId: tokenProgram }, { encoding: 'jsonParsed' })
      .send()
    const tokenInfos = value.map(({ account }) => account.data.parsed.info)
    expect(
      tokenInfos.map(({ mint, tokenAmount }) => [mint, tokenAmount.amount, tokenAmount.decimals]),
    ).toEqual(
      expect.arrayContaining(
        svmMints.map(({ key, granted, decimals }) => [key.address, granted.toString(), decimals]),
      ),
    )
    expect(svmMints.map(({ key }) => key.address)).toEqual([
      '61DYGaD4e52X3WNUfR2CHZmf1BS3fDYaVBo8PU73YvCy',
      '2YTTM1a6EsQE2Bm7yudrYSvdZTmpkecmT3C5R3p3VwvS',
    ])
  })

  it('fee › no compute-unit limit › is charged as reported, to the lamport', async () => {
    const before = await balance(alice.address)
    const sent = await sendSvm(
      node.rpcUrl,
      [unitPrice(1_234_567n), transfer(bob.address, 1_000_000n)],
      [alice],
    )
    const transaction = await getLandedTransaction(sent)
    const fee = transaction.meta?.fee ?? 0n
    // Two builtin programs of 3,000 units each.
    expect(fee).toBe(lamports(5_000n + 7_408n))
    expect(await balance(alice.address)).toBe(before - 1_000_000n - fee)
    const fees = await rpc.getRecentPrioritizationFees([alice.address]).send()
    expect(fees.some(({ prioritizationFee }) => prioritizationFee === 1_234_567n)).toBe(true)
  })

  it('signature subscription › transaction sent › notifies at each commitment', async () => {
    const { signature: sent, send } = await signSvm(node.rpcUrl, [transfer(bob.address, 1_000_000n)], [alice])
    const subscriptions = createSolanaRpcSubscriptions(
      node.rpcUrl.replace('http', 'ws').replace(/\d+$/, (port) => `${Number(port) + 1}`),
    )
    const abortSignal = AbortSignal.timeout(5_000)
    const subscribeTo = async (commitment: 'confirmed' | 'finalized') => {
      const updates = await subscriptions
        .signatureNotifications(sent, { commitment })
        .subscribe({ abortSignal })
      return updates[Symbol.asyncIterator]()
    }
    // Subscribe before sending: the client loses a notification that arrives together with the subscription id.
    const updates = await Promise.all([subscribeTo('confirmed'), subscribeTo('finalized')])
    const pending = updates.map((each) => each.next())
    await send()
    const notifications = (await Promise.all(pending)).map(({ value }) => value?.value)
    expect(notifications).toEqual([{ err: null }, { err: null }])
    const { value } = await rpc.getSignatureStatuses([sent]).send()
    expect(value[0]).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
  })

  it('transaction › rejected by the SVM › returns a JSON-RPC error', async () => {
    await expect(sendSvm(node.rpcUrl, [transfer(bob.address, 10n ** 15n)], [alice])).rejects.toThrow(
      'Transaction simulation failed: {"InstructionError":[0,{"Custom":1}]}',
    )
    const dust = transfer(svmAccount('test nobody').address, 1n)
    await expect(sendSvm(node.rpcUrl, [dust], [alice])).rejects.toThrow(
      '{"InsufficientFundsForRent":{"account_index":1}}',
    )
    await expect(
      sendSvm(node.rpcUrl, [transfer(bob.address, 1n)], [svmAccount('test poor'), alice]),
    ).rejects.toThrow('AccountNotFound')
    const forged = { ...alice, sign: (message: Uint8Array) => bob.sign(message) }
    await expect(sendSvm(node.rpcUrl, [transfer(bob.address, 1n)], [forged])).rejects.toThrow(
      'signature verification failure',
    )
  })

  it('blockhash › more than 150 blocks old › is invalid', async () => {
    const { value } = await rpc.getLatestBlockhash().send()
    const isValid = async () => (await rpc.isBlockhashValid(value.blockhash).send()).value
    expect(await isValid()).toBe(true)
    await skipSlots(151)
    expect(await isValid()).toBe(false)
    expect(await rpc.getBlockHeight({ commitment: 'processed' }).send()).toBeGreaterThan(
      value.lastValidBlockHeight,
    )
  })

  it('CORS › local and remote origin › allows only the local one', async () => {
    const allowed = async (origin: string) =>
      (await fetch(`${node.rpcUrl}/health`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      )
    expect(await allowed('http://dapp.localhost:5174')).toBe('http://dapp.localhost:5174')
    expect(await allowed('https://localhost.example.com')).toBeNull()
  })

  it('batch › unknown method and invalid parameter › returns JSON-RPC errors', async () => {
    const postRpc = async (body: unknown): Promise<unknown> =>
      (await fetch(node.rpcUrl, { method: 'POST', body: JSON.stringify(body) })).json()
    const call = (id: number, method: string, ...params: unknown[]) => ({
      jsonrpc: '2.0',
      id,
      method,
      params,
    })
    expect(await postRpc([call(1, 'getHealth'), call(2, 'toString'), call(3, 'getBalance', 'x')])).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'ok' },
      { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Method not found' } },
      { jsonrpc: '2.0', id: 3, error: { code: -32602, message: 'Invalid params' } },
    ])
    expect(await postRpc('{')).toMatchObject({ error: { code: -32600 } })
  })

  it('token account › owner funded › is at the derived address', async () => {
    const [mint] = svmMints
    if (mint === undefined) throw new Error('There is no mint')
    const address = await tokenAccountAddress(alice.address, mint.key.address, tokenProgram)
    const { value } = await rpc.getTokenAccountBalance(address).send()
    expect(value.amount).toBe(mint.granted.toString())
  })
})

describe('Solana node process', () => {
  it('genesis hash › set as an option › is the one that the node reports', async () => {
    const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
    const node = startSvm({ port: await freePort(), slotMs: 50, genesisHash })
    await svmReady(node)
    expect(await createSolanaRpc(node.rpcUrl).getGenesisHash().send()).toBe(genesisHash)
    await node.stop()
  })

  it('process › stopped › starts again on the same ports', async () => {
    const port = await freePort()
    for (const _ of [1, 2]) {
      const node = startSvm({ port, slotMs: 50 })
      await svmReady(node)
      await node.stop()
      expect(await node.exited).toBe(0)
      expect(await isHealthy(node.rpcUrl)).toBe(false)
    }
  })

  it('process › port in use › exits, and svmReady rejects', async () => {
    const port = await freePort()
    const portOccupier = createServer((_, response) => void response.writeHead(404).end())
    await new Promise<void>((resolve) => portOccupier.listen(port, '127.0.0.1', () => resolve()))
    const node = startSvm({ port })
    await expect(svmReady(node)).rejects.toThrow('ended with 1')
    await new Promise<void>((resolve) => portOccupier.close(() => resolve()))
  })

  it('process › parent killed › exits', async () => {
    const port = await freePort()
    const file = fileURLToPath(new URL('./svm.ts', import.meta.url))
    const script = `const { startSvm } = await import(${JSON.stringify(file)}); startSvm({ port: ${port} })`
    const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(async () => expect(await isHealthy(url)).toBe(true), { timeout: 15_000, interval: 50 })
    parent.kill('SIGKILL')
    await vi.waitFor(async () => expect(await isHealthy(url)).toBe(false), { timeout: 5_000, interval: 50 })
  })
})

import { keccak256 } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { signatureCacheLimit } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { sleep } from '#widget/lib/async.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import { parseTypedData } from '../canonical/canonical-typed-data.ts'
import {
  falseWord,
  hash,
  onChain,
  otherAccount,
  recipient,
  trueWord,
  userAccount,
  dappWorld as world,
} from '../testing/dapp-world.ts'
import { connection, found } from '../testing/unit-world.ts'
import { beginChainCheck, chainReadMaxAgeMs } from '../transactions/chain-check.ts'
import { createVerifiedSignatures } from './verified-signature-cache.ts'

const typed = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: 1 },
  message: { text: 'hello' },
} as const

const mismatch = { code: -32603, data: { reason: 'mismatch' } }

describe('personal_sign', () => {
  const signedBy = (account: typeof userAccount) => ({
    personal_sign: () => account.signMessage({ message: 'hello' }),
  })

  it('text › sent as bytes, the account’s signature is returned', async () => {
    const { request, walletRequests } = world({ wallet: signedBy(userAccount) })
    expect(await request('personal_sign', 'hello', userAccount.address)).toBe(
      await userAccount.signMessage({ message: 'hello' }),
    )
    expect(walletRequests[0]?.params).toEqual(['0x68656c6c6f', userAccount.address])
  })

  it('old dApp with the account first › same request', async () => {
    const { request, walletRequests } = world({ wallet: signedBy(userAccount) })
    await request('personal_sign', userAccount.address, '0x68656c6c6f')
    expect(walletRequests[0]?.params).toEqual(['0x68656c6c6f', userAccount.address])
  })

  it('signature of another key or another text › mismatch', async () => {
    const node = { eth_call: () => falseWord }
    await expect(
      world({ wallet: signedBy(otherAccount), node }).request('personal_sign', 'hello', userAccount.address),
    ).rejects.toMatchObject(mismatch)
    await expect(
      world({ wallet: signedBy(userAccount), node }).request('personal_sign', 'bye', userAccount.address),
    ).rejects.toMatchObject(mismatch)
  })

  it('signature of a contract › verified on the chain', async () => {
    const { request } = world({
      wallet: { personal_sign: () => '0x1234' },
      node: { eth_call: () => trueWord },
    })
    expect(await request('personal_sign', 'hello', userAccount.address)).toBe('0x1234')
  })

  it('chain cannot be called › the signature is not returned', async () => {
    const { request } = world({ wallet: signedBy(otherAccount) })
    await expect(request('personal_sign', 'hello', userAccount.address)).rejects.toThrow()
  })

  it('same signature of a contract › verified once', async () => {
    const { request, calls } = world({
      wallet: { personal_sign: () => '0x1234' },
      node: { eth_call: () => trueWord },
    })
    await request('personal_sign', 'hello', userAccount.address)
    await request('personal_sign', 'hello', userAccount.address)
    expect(calls).toEqual(['eth_call'])
    await request('personal_sign', 'bye', userAccount.address)
    expect(calls).toHaveLength(2)
  })

  it('account that is not connected › 4100, no request to the wallet', async () => {
    const { request, walletRequests } = world({ wallet: signedBy(userAccount) })
    await expect(request('personal_sign', 'hello', otherAccount.address)).rejects.toMatchObject({
      code: 4100,
    })
    expect(walletRequests).toEqual([])
  })

  it('user rejection, with any message › 4001', async () => {
    const wallet = {
      personal_sign: () => {
        throw new ProviderRpcError(-32603, 'User rejected the request')
      },
    }
    await expect(
      world({ wallet }).request('personal_sign', 'hello', userAccount.address),
    ).rejects.toMatchObject({
      code: 4001,
    })
  })
})

describe('eth_signTypedData_v4', () => {
  it('object or its text › the account’s signature is returned', async () => {
    const { request, walletRequests } = world({
      wallet: { eth_signTypedData_v4: () => userAccount.signTypedData(typed) },
    })
    const signature = await userAccount.signTypedData(typed)
    expect(await request('eth_signTypedData_v4', userAccount.address, typed)).toBe(signature)
    expect(await request('eth_signTypedData_v4', userAccount.address, JSON.stringify(typed))).toBe(signature)
    const { text } = parseTypedData(typed)
    expect(walletRequests.map(({ params }) => params)).toEqual([0, 1].map(() => [userAccount.address, text]))
  })

  it('signature of other data › mismatch', async () => {
    const changed = { ...typed, message: { text: 'bye' } }
    const { request } = world({
      wallet: { eth_signTypedData_v4: () => userAccount.signTypedData(changed) },
      node: { eth_call: () => falseWord },
    })
    await expect(request('eth_signTypedData_v4', userAccount.address, typed)).rejects.toMatchObject(mismatch)
  })

  it.each([['nonsense'], [{}], [{ ...typed, primaryType: 'Letter' }]])('%j › −32602', async (data) => {
    await expect(world({}).request('eth_signTypedData_v4', userAccount.address, data)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('eth_sendTransaction', () => {
  const transaction = { from: userAccount.address, to: recipient, value: '0x5' }
  const wallet = { eth_sendTransaction: () => hash }

  it('chain shows the requested transaction › returns the hash', async () => {
    const { request, mismatches } = world({ wallet, node: { eth_getTransactionByHash: () => onChain() } })
    expect(await request('eth_sendTransaction', transaction)).toBe(hash)
    expect(mismatches).toEqual([])
  })

  it.each([
    ['receiver', { to: otherAccount.address }],
    ['amount', { value: '0x6' }],
    ['data', { input: '0x1234' }],
  ])('another %s on the chain › mismatch, with the hash', async (_what, over) => {
    const { request } = world({ wallet, node: { eth_getTransactionByHash: () => onChain(over) } })
    await expect(request('eth_sendTransaction', transaction)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'mismatch', hint: hash },
    })
  })

  it('transaction found later › hash returned first, then verified', async () => {
    let onChainTransaction: unknown = null
    const { request, mismatches, clock } = world({
      wallet,
      node: { eth_getTransactionByHash: () => onChainTransaction },
    })
    expect(await request('eth_sendTransaction', transaction)).toBe(hash)
    onChainTransaction = onChain({ to: otherAccount.address })
    await clock.advance(1_000)
    expect(mismatches).toEqual(['eth_sendTransaction'])
  })

  it('other chain › 4901, other account › 4100, invalid › −32602', async () => {
    const { request, walletRequests } = world({ wallet })
    const codes: readonly (readonly [number, unknown])[] = [
      [4901, { ...transaction, chainId: '0x2105' }],
      [4100, { ...transaction, from: otherAccount.address }],
      [-32602, { ...transaction, to: 'alice' }],
      [-32602, undefined],
    ]
    for (const [code, param] of codes)
      await expect(request('eth_sendTransaction', param)).rejects.toMatchObject({ code })
    expect(walletRequests).toEqual([])
  })
})

describe('eth_signTransaction', () => {
  const transaction = { from: userAccount.address, to: recipient, value: '0x5' }
  const sign = (account: typeof userAccount, value: bigint) =>
    account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 1n,
      to: recipient,
      value,
    })

  it('signed bytes › decoded and compared', async () => {
    const { request } = world({ wallet: { eth_signTransaction: () => sign(userAccount, 5n) } })
    expect(await request('eth_signTransaction', transaction)).toBe(await sign(userAccount, 5n))
  })

  it.each([
    ['another amount', () => sign(userAccount, 6n)],
    ['another key', () => sign(otherAccount, 5n)],
  ])('%s › mismatch', async (_what, response) => {
    await expect(
      world({ wallet: { eth_signTransaction: response } }).request('eth_signTransaction', transaction),
    ).rejects.toMatchObject(mismatch)
  })

  it.each([
    ['bytes of no transaction', '0x1234'],
    // zkSync (0x71) and Celo (0x7b) have their own types.
    ['a transaction type that is not known', `0x71f8${'00'.repeat(40)}`],
  ])('U4 › wallet returns %s › unknown-outcome, no mismatch', async (_what, response) => {
    const { request } = world({ wallet: { eth_signTransaction: () => response } })
    await expect(request('eth_signTransaction', transaction)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'unknown-outcome' },
    })
  })
})

describe('eth_sendRawTransaction', () => {
  const hashOf = keccak256('0x02f8')
  it.each<[string, string, unknown, unknown]>([
    ['its hash', '0x02f8', hashOf, hashOf],
    ['another hash', '0x02f8', hash, mismatch],
    ['no hash', '0x02f8', 'sent', { code: -32603, data: { reason: 'unknown-outcome' } }],
    ['a hash of more than the bytes, as of blobs', '0x03f8', hash, hash],
  ])('wallet returns %s › passed through or rejected', async (_name, bytes, response, outcome) => {
    const { request, walletRequests } = world({ wallet: { eth_sendRawTransaction: () => response } })
    const received = await request('eth_sendRawTransaction', bytes).catch((error: unknown) => error)
    if (typeof outcome === 'string') expect(received).toBe(outcome)
    else expect(received).toMatchObject(Object(outcome))
    expect(walletRequests).toEqual([{ method: 'eth_sendRawTransaction', params: [bytes] }])
  })
})

it('verified signatures › 8,192 are cached, the oldest is evicted', () => {
  const cache = createVerifiedSignatures()
  for (let at = 0; at <= signatureCacheLimit; at += 1) cache.add(userAccount.address, `0x${at}`, '0x1')
  expect(cache.has(userAccount.address, '0x0', '0x1')).toBe(false)
  expect(cache.has(userAccount.address, '0x1', '0x1')).toBe(true)
  expect(cache.has(userAccount.address, '0x1', '0x2')).toBe(false)
  expect(cache.has(otherAccount.address, '0x1', '0x1')).toBe(false)
})

describe("wallet's chain, read while a message is prepared", () => {
  type ChainResponse = string | Error
  /**
   * Starts the check, and uses it after a delay. Scripted are the wallet's responses to `eth_chainId`, in order; the result
   * includes the number of reads.
   */
  async function check(
    responses: readonly ChainResponse[],
    afterMs = 0,
    isShown = false,
    responseDelayMs = 0,
  ) {
    const clock = fakeClock()
    let reads = 0
    const transport = createWalletTransport(found, {
      eth_chainId: async () => {
        const response = responses[reads] ?? 'nothing'
        reads += 1
        await sleep(clock, responseDelayMs)
        if (response instanceof Error) throw response
        return response
      },
    })
    const startedCheck = beginChainCheck({ transport, clock }, connection)
    await clock.advance(afterMs)
    const result = startedCheck({ isShown }).then(
      () => 'passes',
      (error: unknown) => Object(error).code,
    )
    await clock.advance(2 * responseDelayMs + 1)
    return [await result, reads]
  }
  const expectedChain = '0x1'
  const wrong = '0x2105'

  it.each<[string, Parameters<typeof check>, readonly unknown[]]>([
    ['asked at once', [[expectedChain, wrong]], ['passes', 1]],
    ['asked within the bound', [[expectedChain, wrong], chainReadMaxAgeMs], ['passes', 1]],
    ['asked later', [[expectedChain, wrong], chainReadMaxAgeMs + 1], [4901, 2]],
    [
      'wallet answers later than the bound',
      [[expectedChain, wrong], 0, false, chainReadMaxAgeMs + 1],
      [4901, 2],
    ],
    ['shown to the user', [[expectedChain, wrong], 0, true], [4901, 2]],
    ['another chain, and then too', [[wrong, wrong]], [4901, 2]],
    ['another chain, and back', [[wrong, expectedChain]], ['passes', 2]],
    ['failed', [[new Error('away'), wrong]], [4901, 2]],
  ])('U2 › %s › read again unless recent and not shown', async (_name, args, outcome) => {
    expect(await check(...args)).toEqual(outcome)
  })

  it('U2 › used twice › the second use reads again', async () => {
    let reads = 0
    const transport = createWalletTransport(found, {
      eth_chainId: () => {
        reads += 1
        return reads === 1 ? expectedChain : wrong
      },
    })
    const startedCheck = beginChainCheck({ transport, clock: fakeClock() }, connection)
    await startedCheck({})
    await expect(startedCheck({})).rejects.toMatchObject({ code: 4901 })
  })
})

describe("wallet's chain right before a request", () => {
  const message = 'hello'
  const asset = { type: 'ERC20', options: { address: recipient, symbol: 'ONE', decimals: 18 } }
  const call = { from: userAccount.address, to: recipient, value: '0x5' }

  it.each<[method: string, params: readonly unknown[]]>([
    ['personal_sign', [message, userAccount.address]],
    ['eth_signTypedData_v4', [userAccount.address, JSON.stringify(typed)]],
    ['eth_sendTransaction', [call]],
    ['eth_signTransaction', [call]],
    ['wallet_sendCalls', [{ version: '2.0.0', from: userAccount.address, chainId: '0x1', calls: [call] }]],
    ['wallet_watchAsset', [asset]],
  ])('U2 › %s with the wallet on another chain › 4901, no request', async (method, params) => {
    const { request, walletRequests } = world({ chain: '0x2105', wallet: { [method]: () => '0x1234' } })
    await expect(request(method, ...params)).rejects.toMatchObject({ code: 4901 })
    expect(walletRequests).toEqual([])
  })
})

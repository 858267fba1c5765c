import { keccak256 } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { signatureCacheLimit } from '#shared/config/limits.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { sleep } from '#widget/lib/async.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { oneWallet } from '../../testing/page-with-wallet.ts'
import { parseTypedData } from '../canonical/canonical-typed-data.ts'
import { hash, no, onChain, other, own, receiver, dappWorld as world, yes } from '../testing/dapp-world.ts'
import { connection, found } from '../testing/unit-world.ts'
import { beginChainCheck, chainReadMaxAgeMs } from '../transactions/chain-check.ts'
import { makeVerifiedSignatures } from './verified-signature-cache.ts'

const typed = {
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'Shop', chainId: 1 },
  message: { text: 'hello' },
} as const

const mismatch = { code: -32603, data: { reason: 'mismatch' } }

describe('personal_sign', () => {
  const signedBy = (account: typeof own) => ({
    personal_sign: () => account.signMessage({ message: 'hello' }),
  })

  it('text › sent as bytes, the account’s signature is returned', async () => {
    const { ask, asked } = world({ wallet: signedBy(own) })
    expect(await ask('personal_sign', 'hello', own.address)).toBe(await own.signMessage({ message: 'hello' }))
    expect(asked[0]?.params).toEqual(['0x68656c6c6f', own.address])
  })

  it('old dApp with the account first › same request', async () => {
    const { ask, asked } = world({ wallet: signedBy(own) })
    await ask('personal_sign', own.address, '0x68656c6c6f')
    expect(asked[0]?.params).toEqual(['0x68656c6c6f', own.address])
  })

  it('signature of another key or another text › mismatch', async () => {
    const node = { eth_call: () => no }
    await expect(
      world({ wallet: signedBy(other), node }).ask('personal_sign', 'hello', own.address),
    ).rejects.toMatchObject(mismatch)
    await expect(
      world({ wallet: signedBy(own), node }).ask('personal_sign', 'bye', own.address),
    ).rejects.toMatchObject(mismatch)
  })

  it('signature of a contract › verified on the chain', async () => {
    const { ask } = world({ wallet: { personal_sign: () => '0x1234' }, node: { eth_call: () => yes } })
    expect(await ask('personal_sign', 'hello', own.address)).toBe('0x1234')
  })

  it('chain cannot be called › the signature is not returned', async () => {
    const { ask } = world({ wallet: signedBy(other) })
    await expect(ask('personal_sign', 'hello', own.address)).rejects.toThrow()
  })

  it('same signature of a contract › verified once', async () => {
    const { ask, calls } = world({ wallet: { personal_sign: () => '0x1234' }, node: { eth_call: () => yes } })
    await ask('personal_sign', 'hello', own.address)
    await ask('personal_sign', 'hello', own.address)
    expect(calls).toEqual(['eth_call'])
    await ask('personal_sign', 'bye', own.address)
    expect(calls).toHaveLength(2)
  })

  it('account that is not connected › 4100, no request to the wallet', async () => {
    const { ask, asked } = world({ wallet: signedBy(own) })
    await expect(ask('personal_sign', 'hello', other.address)).rejects.toMatchObject({ code: 4100 })
    expect(asked).toEqual([])
  })

  it('user rejection, with any message › 4001', async () => {
    const wallet = {
      personal_sign: () => {
        throw new ProviderRpcError(-32603, 'User rejected the request')
      },
    }
    await expect(world({ wallet }).ask('personal_sign', 'hello', own.address)).rejects.toMatchObject({
      code: 4001,
    })
  })
})

describe('eth_signTypedData_v4', () => {
  it('object or its text › the account’s signature is returned', async () => {
    const { ask, asked } = world({ wallet: { eth_signTypedData_v4: () => own.signTypedData(typed) } })
    const signature = await own.signTypedData(typed)
    expect(await ask('eth_signTypedData_v4', own.address, typed)).toBe(signature)
    expect(await ask('eth_signTypedData_v4', own.address, JSON.stringify(typed))).toBe(signature)
    const { text } = parseTypedData(typed)
    expect(asked.map(({ params }) => params)).toEqual([0, 1].map(() => [own.address, text]))
  })

  it('signature of other data › mismatch', async () => {
    const changed = { ...typed, message: { text: 'bye' } }
    const { ask } = world({
      wallet: { eth_signTypedData_v4: () => own.signTypedData(changed) },
      node: { eth_call: () => no },
    })
    await expect(ask('eth_signTypedData_v4', own.address, typed)).rejects.toMatchObject(mismatch)
  })

  it.each([['nonsense'], [{}], [{ ...typed, primaryType: 'Letter' }]])('%j › −32602', async (data) => {
    await expect(world({}).ask('eth_signTypedData_v4', own.address, data)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('eth_sendTransaction', () => {
  const transaction = { from: own.address, to: receiver, value: '0x5' }
  const wallet = { eth_sendTransaction: () => hash }

  it('chain shows the requested transaction › returns the hash', async () => {
    const { ask, alarms } = world({ wallet, node: { eth_getTransactionByHash: () => onChain() } })
    expect(await ask('eth_sendTransaction', transaction)).toBe(hash)
    expect(alarms).toEqual([])
  })

  it.each([
    ['receiver', { to: other.address }],
    ['amount', { value: '0x6' }],
    ['data', { input: '0x1234' }],
  ])('another %s on the chain › mismatch, with the hash', async (_what, over) => {
    const { ask } = world({ wallet, node: { eth_getTransactionByHash: () => onChain(over) } })
    await expect(ask('eth_sendTransaction', transaction)).rejects.toMatchObject({
      code: -32603,
      data: { reason: 'mismatch', hint: hash },
    })
  })

  it('transaction found later › hash returned first, then verified', async () => {
    let shown: unknown = null
    const { ask, alarms, clock } = world({ wallet, node: { eth_getTransactionByHash: () => shown } })
    expect(await ask('eth_sendTransaction', transaction)).toBe(hash)
    shown = onChain({ to: other.address })
    await clock.advance(1_000)
    expect(alarms).toEqual(['eth_sendTransaction'])
  })

  it('other chain › 4901, other account › 4100, invalid › −32602', async () => {
    const { ask, asked } = world({ wallet })
    const codes: readonly (readonly [number, unknown])[] = [
      [4901, { ...transaction, chainId: '0x2105' }],
      [4100, { ...transaction, from: other.address }],
      [-32602, { ...transaction, to: 'alice' }],
      [-32602, undefined],
    ]
    for (const [code, param] of codes)
      await expect(ask('eth_sendTransaction', param)).rejects.toMatchObject({ code })
    expect(asked).toEqual([])
  })
})

describe('eth_signTransaction', () => {
  const transaction = { from: own.address, to: receiver, value: '0x5' }
  const sign = (account: typeof own, value: bigint) =>
    account.signTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      gas: 21_000n,
      maxFeePerGas: 1n,
      to: receiver,
      value,
    })

  it('signed bytes › decoded and compared', async () => {
    const { ask } = world({ wallet: { eth_signTransaction: () => sign(own, 5n) } })
    expect(await ask('eth_signTransaction', transaction)).toBe(await sign(own, 5n))
  })

  it.each([
    ['another amount', () => sign(own, 6n)],
    ['another key', () => sign(other, 5n)],
  ])('%s › mismatch', async (_what, answer) => {
    await expect(
      world({ wallet: { eth_signTransaction: answer } }).ask('eth_signTransaction', transaction),
    ).rejects.toMatchObject(mismatch)
  })

  it.each([
    ['bytes of no transaction', '0x1234'],
    // zkSync (0x71) and Celo (0x7b) have their own types.
    ['a transaction type that is not known', `0x71f8${'00'.repeat(40)}`],
  ])('U4 › wallet returns %s › unknown-outcome, no mismatch', async (_what, answer) => {
    const { ask } = world({ wallet: { eth_signTransaction: () => answer } })
    await expect(ask('eth_signTransaction', transaction)).rejects.toMatchObject({
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
  ])('wallet returns %s › passed through or rejected', async (_name, bytes, answer, outcome) => {
    const { ask, asked } = world({ wallet: { eth_sendRawTransaction: () => answer } })
    const got = await ask('eth_sendRawTransaction', bytes).catch((error: unknown) => error)
    if (typeof outcome === 'string') expect(got).toBe(outcome)
    else expect(got).toMatchObject(Object(outcome))
    expect(asked).toEqual([{ method: 'eth_sendRawTransaction', params: [bytes] }])
  })
})

it('verified signatures › 8,192 are cached, the oldest is evicted', () => {
  const known = makeVerifiedSignatures()
  for (let at = 0; at <= signatureCacheLimit; at += 1) known.add(own.address, `0x${at}`, '0x1')
  expect(known.has(own.address, '0x0', '0x1')).toBe(false)
  expect(known.has(own.address, '0x1', '0x1')).toBe(true)
  expect(known.has(own.address, '0x1', '0x2')).toBe(false)
  expect(known.has(other.address, '0x1', '0x1')).toBe(false)
})

describe("wallet's chain, read while a message is prepared", () => {
  type Answer = string | Error
  /**
   * Starts the check, and uses it after a delay. Scripted are the wallet's responses to `eth_chainId`, in order; the result
   * includes the number of reads.
   */
  async function check(answers: readonly Answer[], afterMs = 0, isShown = false, answersInMs = 0) {
    const clock = fakeClock()
    let reads = 0
    const transport = oneWallet(found, {
      eth_chainId: async () => {
        const answer = answers[reads] ?? 'nothing'
        reads += 1
        await sleep(clock, answersInMs)
        if (answer instanceof Error) throw answer
        return answer
      },
    })
    const begun = beginChainCheck({ transport, clock }, connection)
    await clock.advance(afterMs)
    const result = begun({ isShown }).then(
      () => 'passes',
      (error: unknown) => Object(error).code,
    )
    await clock.advance(2 * answersInMs + 1)
    return [await result, reads]
  }
  const right = '0x1'
  const wrong = '0x2105'

  it.each<[string, Parameters<typeof check>, readonly unknown[]]>([
    ['asked at once', [[right, wrong]], ['passes', 1]],
    ['asked within the bound', [[right, wrong], chainReadMaxAgeMs], ['passes', 1]],
    ['asked later', [[right, wrong], chainReadMaxAgeMs + 1], [4901, 2]],
    ['wallet answers later than the bound', [[right, wrong], 0, false, chainReadMaxAgeMs + 1], [4901, 2]],
    ['shown to the user', [[right, wrong], 0, true], [4901, 2]],
    ['another chain, and then too', [[wrong, wrong]], [4901, 2]],
    ['another chain, and back', [[wrong, right]], ['passes', 2]],
    ['failed', [[new Error('away'), wrong]], [4901, 2]],
  ])('U2 › %s › read again unless recent and not shown', async (_name, args, outcome) => {
    expect(await check(...args)).toEqual(outcome)
  })

  it('U2 › used twice › the second use reads again', async () => {
    let reads = 0
    const transport = oneWallet(found, {
      eth_chainId: () => {
        reads += 1
        return reads === 1 ? right : wrong
      },
    })
    const begun = beginChainCheck({ transport, clock: fakeClock() }, connection)
    await begun({})
    await expect(begun({})).rejects.toMatchObject({ code: 4901 })
  })
})

describe("wallet's chain right before a request", () => {
  const message = 'hello'
  const asset = { type: 'ERC20', options: { address: receiver, symbol: 'ONE', decimals: 18 } }
  const call = { from: own.address, to: receiver, value: '0x5' }

  it.each<[method: string, params: readonly unknown[]]>([
    ['personal_sign', [message, own.address]],
    ['eth_signTypedData_v4', [own.address, JSON.stringify(typed)]],
    ['eth_sendTransaction', [call]],
    ['eth_signTransaction', [call]],
    ['wallet_sendCalls', [{ version: '2.0.0', from: own.address, chainId: '0x1', calls: [call] }]],
    ['wallet_watchAsset', [asset]],
  ])('U2 › %s with the wallet on another chain › 4901, no request', async (method, params) => {
    const { ask, asked } = world({ chain: '0x2105', wallet: { [method]: () => '0x1234' } })
    await expect(ask(method, ...params)).rejects.toMatchObject({ code: 4901 })
    expect(asked).toEqual([])
  })
})

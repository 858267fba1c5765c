import { describe, expect, it } from 'vitest'
import {
  dappWorld,
  falseWord,
  hash,
  onChain,
  otherAccount,
  recipient,
  trueWord,
  userAccount,
} from './testing/dapp-world.ts'

const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const unknown = { code: -32603, data: { reason: 'unknown-outcome' } }
const transaction = { from: userAccount.address, to: recipient, value: '0x5' }
const bundle = { version: '2.0.0', chainId: '0x1', calls: [{ to: recipient, value: '0x5' }] }

describe('U6 › personal_sign', () => {
  const requestWith = (response: (signature: string) => unknown, node = {}) =>
    dappWorld({
      wallet: {
        personal_sign: async () => response(await userAccount.signMessage({ message: 'hello' })),
      },
      node,
    }).request('personal_sign', 'hello', userAccount.address)

  it.each<[string, (signature: string) => unknown]>([
    ['no 0x', (signature) => signature.slice(2)],
    ['capitals', (signature) => signature.toUpperCase()],
    ['an object', (signature) => ({ signature })],
    ['v 0 or 1', (signature) => `${signature.slice(0, -2)}0${signature.endsWith('1b') ? 0 : 1}`],
  ])('U6 › response with %s › returned in its common form', async (_name, response) => {
    expect(await requestWith(response)).toBe(await userAccount.signMessage({ message: 'hello' }))
  })

  it('U6 › Safe waits for other owners › unknown outcome, no mismatch', async () => {
    await expect(requestWith(() => '0x', { eth_call: () => falseWord })).rejects.toMatchObject(unknown)
  })

  it('U6 › Safe has the message signed on the chain › 0x is the signature', async () => {
    expect(await requestWith(() => '0x', { eth_call: () => trueWord })).toBe('0x')
  })

  it.each([undefined, null, {}, 'signed'])('U4 › response %j › unknown outcome', async (response) => {
    await expect(requestWith(() => response)).rejects.toMatchObject(unknown)
  })

  it('signature of another key without 0x › mismatch', async () => {
    const response = (await otherAccount.signMessage({ message: 'hello' })).slice(2)
    await expect(requestWith(() => response, { eth_call: () => falseWord })).rejects.toMatchObject(mismatch)
  })
})

describe('U4 › eth_sendTransaction', () => {
  const used = { eth_blockNumber: () => '0x2' }
  const counted = ([, block]: readonly unknown[]) => (block === '0x2' ? '0x4' : '0x3')
  const mined = (over: object = {}) => ({
    ...used,
    eth_getTransactionCount: counted,
    eth_getBlockByNumber: () => ({ transactions: [onChain({ nonce: '0x3', ...over })] }),
    eth_getTransactionByHash: () => onChain({ nonce: '0x3', ...over }),
  })
  const requestWith = async (response: unknown, node: Parameters<typeof dappWorld>[0]['node'] = {}) => {
    const world = dappWorld({ wallet: { eth_sendTransaction: () => response }, node })
    const sent = world.request('eth_sendTransaction', transaction)
    sent.catch(() => undefined)
    const pass = async (times: number) => {
      for (let n = 0; n < times; n += 1) await world.clock.advance(1_000)
    }
    await pass(5)
    return { ...world, sent, pass }
  }

  it.each([{ hash }, { result: hash }, hash.slice(2), hash.toUpperCase()])(
    'U6 › response %j › decoded as the hash',
    async (response) => {
      const { sent, mismatches } = await requestWith(response, { eth_getTransactionByHash: () => onChain() })
      expect(await sent).toBe(hash)
      expect(mismatches).toEqual([])
    },
  )

  it('U4 › no hash, the chain shows the transaction › returns its hash', async () => {
    const { sent } = await requestWith(null, mined())
    expect(await sent).toBe(hash)
  })

  it('U4 › no hash, nonce used for another call › unknown outcome with the nonce', async () => {
    const { sent } = await requestWith(null, mined({ to: otherAccount.address }))
    await expect(sent).rejects.toMatchObject({
      data: {
        reason: 'unknown-outcome',
        hint: `Look up the transaction of ${userAccount.address} with nonce 3`,
      },
    })
  })

  it('U4 › no hash and no node › unknown outcome with the account to look up', async () => {
    const { sent } = await requestWith('ok')
    await expect(sent).rejects.toMatchObject({
      data: { hint: `Look up the latest transactions of ${userAccount.address}` },
    })
  })

  it('R11 › chain never shows the transaction › reported as unverified', async () => {
    const { sent, unverified, mismatches, pass } = await requestWith(hash, {
      eth_getTransactionByHash: () => null,
    })
    expect(await sent).toBe(hash)
    await pass(40)
    expect(unverified).toEqual([hash])
    expect(mismatches).toEqual([])
  })
})

describe('U4 › wallet_sendCalls', () => {
  const caip345 = { caip2: 'eip155:1', transactionHashes: [hash] }
  const requestWith = (response: unknown) =>
    dappWorld({ wallet: { wallet_sendCalls: () => response } }).request('wallet_sendCalls', bundle)

  it.each<[unknown, object]>([
    [{ id: '0x12', capabilities: null }, { id: '0x12' }],
    ['0x12', { id: '0x12' }],
    [
      { id: '0x12', capabilities: { caip345, a: 1 } },
      { id: '0x12', capabilities: { caip345 } },
    ],
    [{ id: '0x12', capabilities: { a: 1 } }, { id: '0x12' }],
  ])('U4 › response %j › the form of EIP-5792', async (response, form) => {
    expect(await requestWith(response)).toEqual(form)
  })

  it('U4 › response without an id › unknown outcome', async () => {
    await expect(requestWith({})).rejects.toMatchObject(unknown)
  })
})

describe('eth_signTransaction', () => {
  const sign = (over: object = {}) =>
    userAccount.signTransaction({
      ...({ type: 'eip1559', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n } as const),
      to: recipient,
      value: 5n,
      ...over,
    })
  const requestWith = (response: () => unknown, requested: object = {}, node = {}) => {
    const world = dappWorld({ wallet: { eth_signTransaction: response }, node })
    return { ...world, signed: world.request('eth_signTransaction', { ...transaction, ...requested }) }
  }

  it('U6 › signed transaction without 0x, or wrapped › returned', async () => {
    const raw = await sign()
    expect(await requestWith(() => raw.slice(2)).signed).toBe(raw)
    const wrapped = { raw, tx: { hash } }
    expect(await requestWith(() => wrapped).signed).toEqual(wrapped)
  })

  it('U4 › no bytes › unknown outcome', async () => {
    await expect(requestWith(() => null).signed).rejects.toMatchObject(unknown)
  })

  it('R11 › authorization that was not requested › mismatch', async () => {
    const authorization = await userAccount.signAuthorization({
      address: otherAccount.address,
      chainId: 1,
      nonce: 1,
    })
    const raw = await userAccount.signTransaction({
      ...({ type: 'eip7702', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n } as const),
      ...{ to: recipient, value: 5n, authorizationList: [authorization] },
    })
    await expect(requestWith(() => raw).signed).rejects.toMatchObject(mismatch)
    const authorizationList = [{ address: otherAccount.address, chainId: '0x1' }]
    expect(await requestWith(() => raw, { authorizationList }).signed).toBe(raw)
  })

  it('R11 › nonce before the requested one › mismatch; a later one passes', async () => {
    await expect(requestWith(() => sign({ nonce: 4 }), { nonce: '0x5' }).signed).rejects.toMatchObject(
      mismatch,
    )
    expect(await requestWith(() => sign({ nonce: 6 }), { nonce: '0x5' }).signed).toBe(
      await sign({ nonce: 6 }),
    )
  })

  it('R11 › fee above the bound › mismatch, unverified if the node is unreachable', async () => {
    const signExpensive = () => sign({ maxFeePerGas: 10n ** 15n })
    const node = { eth_gasPrice: () => '0x3b9aca00' }
    await expect(requestWith(signExpensive, {}, node).signed).rejects.toMatchObject(mismatch)
    const withoutNode = requestWith(signExpensive)
    expect(await withoutNode.signed).toBe(await signExpensive())
    expect(withoutNode.unverified).toHaveLength(1)
    const requestedFee = { maxFeePerGas: `0x${(10n ** 15n).toString(16)}` }
    expect(await requestWith(signExpensive, requestedFee).signed).toBe(await signExpensive())
  })
})

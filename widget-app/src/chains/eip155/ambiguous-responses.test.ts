import { describe, expect, it } from 'vitest'
import { dappWorld, hash, no, onChain, other, own, receiver, yes } from './testing/dapp-world.ts'

const mismatch = { code: -32603, data: { reason: 'mismatch' } }
const unknown = { code: -32603, data: { reason: 'unknown-outcome' } }
const transaction = { from: own.address, to: receiver, value: '0x5' }
const bundle = { version: '2.0.0', chainId: '0x1', calls: [{ to: receiver, value: '0x5' }] }

describe('U6 › personal_sign', () => {
  const asking = (answer: (signature: string) => unknown, node = {}) =>
    dappWorld({
      wallet: {
        personal_sign: async () => answer(await own.signMessage({ message: 'hello' })),
      },
      node,
    }).ask('personal_sign', 'hello', own.address)

  it.each<[string, (signature: string) => unknown]>([
    ['no 0x', (signature) => signature.slice(2)],
    ['capitals', (signature) => signature.toUpperCase()],
    ['an object', (signature) => ({ signature })],
    ['v 0 or 1', (signature) => `${signature.slice(0, -2)}0${signature.endsWith('1b') ? 0 : 1}`],
  ])('U6 › response with %s › returned in its common form', async (_name, answer) => {
    expect(await asking(answer)).toBe(await own.signMessage({ message: 'hello' }))
  })

  it('U6 › Safe waits for other owners › unknown outcome, no mismatch', async () => {
    await expect(asking(() => '0x', { eth_call: () => no })).rejects.toMatchObject(unknown)
  })

  it('U6 › Safe has the message signed on the chain › 0x is the signature', async () => {
    expect(await asking(() => '0x', { eth_call: () => yes })).toBe('0x')
  })

  it.each([undefined, null, {}, 'signed'])('U4 › response %j › unknown outcome', async (answer) => {
    await expect(asking(() => answer)).rejects.toMatchObject(unknown)
  })

  it('signature of another key without 0x › mismatch', async () => {
    const answer = (await other.signMessage({ message: 'hello' })).slice(2)
    await expect(asking(() => answer, { eth_call: () => no })).rejects.toMatchObject(mismatch)
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
  const asking = async (answer: unknown, node: Parameters<typeof dappWorld>[0]['node'] = {}) => {
    const world = dappWorld({ wallet: { eth_sendTransaction: () => answer }, node })
    const sent = world.ask('eth_sendTransaction', transaction)
    sent.catch(() => undefined)
    const pass = async (times: number) => {
      for (let n = 0; n < times; n += 1) await world.clock.advance(1_000)
    }
    await pass(5)
    return { ...world, sent, pass }
  }

  it.each([{ hash }, { result: hash }, hash.slice(2), hash.toUpperCase()])(
    'U6 › response %j › decoded as the hash',
    async (answer) => {
      const { sent, alarms } = await asking(answer, { eth_getTransactionByHash: () => onChain() })
      expect(await sent).toBe(hash)
      expect(alarms).toEqual([])
    },
  )

  it('U4 › no hash, the chain shows the transaction › returns its hash', async () => {
    const { sent } = await asking(null, mined())
    expect(await sent).toBe(hash)
  })

  it('U4 › no hash, nonce used for another call › unknown outcome with the nonce', async () => {
    const { sent } = await asking(null, mined({ to: other.address }))
    await expect(sent).rejects.toMatchObject({
      data: { reason: 'unknown-outcome', hint: `Look up the transaction of ${own.address} with nonce 3` },
    })
  })

  it('U4 › no hash and no node › unknown outcome with the account to look up', async () => {
    const { sent } = await asking('ok')
    await expect(sent).rejects.toMatchObject({
      data: { hint: `Look up the latest transactions of ${own.address}` },
    })
  })

  it('R11 › chain never shows the transaction › reported as unverified', async () => {
    const { sent, unverified, alarms, pass } = await asking(hash, { eth_getTransactionByHash: () => null })
    expect(await sent).toBe(hash)
    await pass(40)
    expect(unverified).toEqual([hash])
    expect(alarms).toEqual([])
  })
})

describe('U4 › wallet_sendCalls', () => {
  const caip345 = { caip2: 'eip155:1', transactionHashes: [hash] }
  const asking = (answer: unknown) =>
    dappWorld({ wallet: { wallet_sendCalls: () => answer } }).ask('wallet_sendCalls', bundle)

  it.each<[unknown, object]>([
    [{ id: '0x12', capabilities: null }, { id: '0x12' }],
    ['0x12', { id: '0x12' }],
    [
      { id: '0x12', capabilities: { caip345, a: 1 } },
      { id: '0x12', capabilities: { caip345 } },
    ],
    [{ id: '0x12', capabilities: { a: 1 } }, { id: '0x12' }],
  ])('U4 › response %j › the form of EIP-5792', async (answer, form) => {
    expect(await asking(answer)).toEqual(form)
  })

  it('U4 › response without an id › unknown outcome', async () => {
    await expect(asking({})).rejects.toMatchObject(unknown)
  })
})

describe('eth_signTransaction', () => {
  const sign = (over: object = {}) =>
    own.signTransaction({
      ...({ type: 'eip1559', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n } as const),
      to: receiver,
      value: 5n,
      ...over,
    })
  const asking = (answer: () => unknown, asked: object = {}, node = {}) => {
    const world = dappWorld({ wallet: { eth_signTransaction: answer }, node })
    return { ...world, signed: world.ask('eth_signTransaction', { ...transaction, ...asked }) }
  }

  it('U6 › signed transaction without 0x, or wrapped › returned', async () => {
    const raw = await sign()
    expect(await asking(() => raw.slice(2)).signed).toBe(raw)
    const wrapped = { raw, tx: { hash } }
    expect(await asking(() => wrapped).signed).toEqual(wrapped)
  })

  it('U4 › no bytes › unknown outcome', async () => {
    await expect(asking(() => null).signed).rejects.toMatchObject(unknown)
  })

  it('R11 › authorization that was not requested › mismatch', async () => {
    const authorization = await own.signAuthorization({ address: other.address, chainId: 1, nonce: 1 })
    const raw = await own.signTransaction({
      ...({ type: 'eip7702', chainId: 1, nonce: 0, gas: 21_000n, maxFeePerGas: 1n } as const),
      ...{ to: receiver, value: 5n, authorizationList: [authorization] },
    })
    await expect(asking(() => raw).signed).rejects.toMatchObject(mismatch)
    const authorizationList = [{ address: other.address, chainId: '0x1' }]
    expect(await asking(() => raw, { authorizationList }).signed).toBe(raw)
  })

  it('R11 › nonce before the requested one › mismatch; a later one passes', async () => {
    await expect(asking(() => sign({ nonce: 4 }), { nonce: '0x5' }).signed).rejects.toMatchObject(mismatch)
    expect(await asking(() => sign({ nonce: 6 }), { nonce: '0x5' }).signed).toBe(await sign({ nonce: 6 }))
  })

  it('R11 › fee above the bound › mismatch, unverified if the node is unreachable', async () => {
    const dear = () => sign({ maxFeePerGas: 10n ** 15n })
    const node = { eth_gasPrice: () => '0x3b9aca00' }
    await expect(asking(dear, {}, node).signed).rejects.toMatchObject(mismatch)
    const away = asking(dear)
    expect(await away.signed).toBe(await dear())
    expect(away.unverified).toHaveLength(1)
    const named = { maxFeePerGas: `0x${(10n ** 15n).toString(16)}` }
    expect(await asking(dear, named).signed).toBe(await dear())
  })
})

import { describe, expect, test } from 'vitest'
import type { RpcRequest } from '../../../../shared/api/rpc.ts'
import { callOf, closeAfterEach, createTestGateway, node } from './testing/gateway.ts'
import { respondWith, rpcError, type WireCall } from './testing/test-node.ts'

closeAfterEach()

const hash = `0x${'ab'.repeat(32)}`

/** An eip155 chain with finalized block 0x64 and head 0x80; `others` handles calls that are not about blocks. */
const chain = (others: (call: WireCall) => unknown) =>
  respondWith((call) => {
    if (call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized') return { number: '0x64' }
    return others(call)
  })

/** How often a node gets a call that is sent twice, `laterMs` apart. */
async function timesSent(
  call: RpcRequest,
  result: unknown,
  laterMs: number,
  chainId = 'eip155:1',
  identity: unknown = '0x1',
) {
  const one = await node(
    chain(() => result),
    identity,
  )
  const { rpc, timers } = createTestGateway({ [chainId]: [one] })
  const send = () => rpc.send(chainId, [{ ...call }])
  const readFinalized = async () => {
    if (chainId === 'eip155:1') await rpc.send(chainId, [callOf('eth_getBlockByNumber', 'finalized', false)])
  }
  await readFinalized()
  await send()
  // Finality may have to be read after the response.
  await readFinalized()
  await new Promise(setImmediate)
  timers.advance(laterMs)
  await send()
  return one.exchanges.flatMap(({ calls }) => calls).filter(({ method }) => method === call.method).length
}

const day = 86_400_000

describe('cache rules', () => {
  test.each<[string, RpcRequest, unknown, number, number]>([
    [
      'receipt in a finalized block',
      callOf('eth_getTransactionReceipt', hash),
      { blockNumber: '0x64' },
      day,
      1,
    ],
    ['receipt in a newer block', callOf('eth_getTransactionReceipt', hash), { blockNumber: '0x65' }, 0, 2],
    ['no receipt', callOf('eth_getTransactionReceipt', hash), null, 0, 2],
    [
      'transaction in a finalized block',
      callOf('eth_getTransactionByHash', hash),
      { blockNumber: '0x1' },
      day,
      1,
    ],
    ['pending transaction', callOf('eth_getTransactionByHash', hash), { blockNumber: null }, 0, 2],
    ['block by hash, finalized', callOf('eth_getBlockByHash', hash, false), { number: '0x10' }, day, 1],
    ['block by hash, newer', callOf('eth_getBlockByHash', hash, false), { number: '0x70' }, 0, 2],
    ['state of a finalized block', callOf('eth_getBalance', hash, '0x64'), '0x5', day, 1],
    ['state of a newer block, at once', callOf('eth_getBalance', hash, '0x65'), '0x5', 1_000, 1],
    ['state of a newer block, later', callOf('eth_getBalance', hash, '0x65'), '0x5', 1_001, 2],
    ['latest state, at once', callOf('eth_call', {}, 'latest'), '0x5', 1_000, 1],
    ['latest state, later', callOf('eth_call', {}, 'latest'), '0x5', 1_001, 2],
    ['latest state, tag left out', callOf('eth_getBalance', hash), '0x5', 1_000, 1],
    ['pending state', callOf('eth_call', {}, 'pending'), '0x5', 0, 2],
    ['state of a block by EIP-1898', callOf('eth_call', {}, { blockHash: hash }), '0x5', 0, 2],
    ['simulation with overrides', callOf('eth_call', {}, 'latest', {}), '0x5', 0, 2],
    ['nonce', callOf('eth_getTransactionCount', hash, 'latest'), '0x5', 0, 2],
    ['estimate', callOf('eth_estimateGas', {}), '0x5', 0, 2],
    ['logs of finalized blocks', callOf('eth_getLogs', { fromBlock: '0x1', toBlock: '0x64' }), [{}], day, 1],
    ['logs up to the head', callOf('eth_getLogs', { fromBlock: '0x1', toBlock: '0x70' }), [{}], 0, 2],
    ['version of the network', callOf('net_version'), '1', 3_600_000, 1],
    ['version of the network, later', callOf('net_version'), '1', 3_600_001, 2],
  ])('eip155 › %s', async (_, call, result, laterMs, sent) => {
    expect(await timesSent(call, result, laterMs)).toBe(sent)
  })

  test.each<[string, RpcRequest, unknown, number, number]>([
    ['blockhash', callOf('getLatestBlockhash'), { value: {} }, 0, 2],
    ['finalized transaction', callOf('getTransaction', 'sig'), { slot: 5 }, day, 1],
    [
      'confirmed transaction',
      callOf('getTransaction', 'sig', { commitment: 'confirmed' }),
      { slot: 5 },
      0,
      2,
    ],
    ['unknown transaction', callOf('getTransaction', 'sig'), null, 0, 2],
    ['account, in its slot', callOf('getAccountInfo', 'key'), { context: { slot: 5 }, value: {} }, 400, 1],
    ['account, later', callOf('getAccountInfo', 'key'), { context: { slot: 5 }, value: {} }, 401, 2],
    ['status', callOf('getSignatureStatuses', ['sig']), { value: [null] }, 0, 2],
    ['submission', callOf('sendTransaction', 'AQID'), 'sig', 0, 2],
  ])('solana › %s', async (_, call, result, laterMs, sent) => {
    const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(
      await timesSent(call, result, laterMs, mainnet, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'),
    ).toBe(sent)
  })

  test('errors › same call again › sent again', async () => {
    const one = await node(respondWith(() => rpcError(3, 'execution reverted')))
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    await rpc.send('eip155:1', [callOf('eth_call', {}, 'latest')])
    await rpc.send('eip155:1', [callOf('eth_call', {}, 'latest')])
    expect(one.methods().length).toBe(2)
  })
})

describe('newer blocks', () => {
  test('latest state › a response shows a newer block › read again', async () => {
    let head = '0x80'
    const one = await node(
      chain(({ method }) =>
        method === 'eth_getTransactionReceipt' ? { blockNumber: head } : `state of ${head}`,
      ),
    )
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    const balance = async () => (await rpc.send('eip155:1', [callOf('eth_getBalance', hash)]))[0]
    const receipt = () => rpc.send('eip155:1', [callOf('eth_getTransactionReceipt', hash)])
    await receipt()
    expect(await balance()).toMatchObject({ result: 'state of 0x80' })
    head = '0x81'
    expect(await balance()).toMatchObject({ result: 'state of 0x80' })
    await receipt()

    expect(await balance()).toMatchObject({ result: 'state of 0x81' })
  })

  test('latest state › sent before a newer block › not shared with later callers', async () => {
    const one = await node()
    const { rpc } = createTestGateway({ 'eip155:1': [one] })
    await rpc.send('eip155:1', [callOf('eth_estimateGas')])
    one.behave((exchange) => {
      if (exchange.calls[0]?.method === 'eth_getTransactionReceipt') {
        respondWith(() => ({ blockNumber: '0x81' }))(exchange)
      }
    })
    const first = rpc.send('eip155:1', [callOf('eth_getBalance', hash)])
    await one.until(() => one.methods().includes('eth_getBalance'))
    await rpc.send('eip155:1', [callOf('eth_getTransactionReceipt', hash)])
    one.behave(respondWith(() => 'new'))
    const delayed = one.exchanges.find(({ calls }) => calls[0]?.method === 'eth_getBalance')

    expect(await rpc.send('eip155:1', [callOf('eth_getBalance', hash)])).toMatchObject([{ result: 'new' }])
    if (delayed) respondWith(() => 'old')(delayed)
    expect(await first).toMatchObject([{ result: 'old' }])
  })
})

describe('finality', () => {
  test.each([
    ['depth', { is: 'depth', blocks: 0x10 }, '0x70', 1],
    ['depth, too new', { is: 'depth', blocks: 0x10 }, '0x71', 2],
    ['unknown', { is: 'unknown' }, '0x1', 2],
  ] as const)('finality › %s', async (_, finality, blockNumber, sent) => {
    const one = await node(
      respondWith(({ method }) => (method === 'eth_getBlockByNumber' ? { number: '0x80' } : { blockNumber })),
    )
    const chains = [{ chainId: 'eip155:1', urls: [one.url], finality }]
    const { rpc } = createTestGateway({}, {}, { chains })
    const receipt = () => rpc.send('eip155:1', [callOf('eth_getTransactionReceipt', hash)])
    await receipt()
    await rpc.send('eip155:1', [callOf('eth_getBlockByNumber', 'latest', false)])
    await new Promise(setImmediate)
    await receipt()

    expect(one.methods().filter((method) => method === 'eth_getTransactionReceipt').length).toBe(sent)
  })
})

describe('Polkadot runtime', () => {
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const genesis = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'

  test('metadata › runtime upgrade › read again within 6 s, and only then', async () => {
    let specVersion = 1
    const one = await node(
      respondWith(({ method }) =>
        method === 'state_getRuntimeVersion'
          ? { specName: 'polkadot', specVersion }
          : `metadata ${specVersion}`,
      ),
      genesis,
    )
    const { rpc, timers } = createTestGateway({ [chainId]: [one] })
    const metadata = async () => (await rpc.send(chainId, [callOf('state_getMetadata')]))[0]
    const count = () => one.methods().filter((method) => method === 'state_getMetadata').length
    expect(await metadata()).toMatchObject({ result: 'metadata 1' })
    const sentByOne = async () => {
      const before = count()
      await metadata()
      return count() - before
    }
    await expect.poll(sentByOne).toBe(0)
    timers.advance(day)
    expect(await sentByOne()).toBe(0)
    specVersion = 2
    timers.advance(6_001)

    expect(await metadata()).toMatchObject({ result: 'metadata 2' })
  })

  test('metadata › upgrade between the two reads › not stored', async () => {
    const versions = [1, 2]
    const one = await node(
      respondWith(({ method }) =>
        method === 'state_getRuntimeVersion'
          ? { specName: 'polkadot', specVersion: versions.shift() ?? 1 }
          : 'metadata 2',
      ),
      genesis,
    )
    const { rpc, timers } = createTestGateway({ [chainId]: [one] })
    const metadata = () => rpc.send(chainId, [callOf('state_getMetadata')])
    await metadata()
    await one.until(() => one.methods().length === 3)
    timers.advance(6_001)
    await metadata()

    expect(one.methods().filter((method) => method === 'state_getMetadata').length).toBe(2)
  })
})

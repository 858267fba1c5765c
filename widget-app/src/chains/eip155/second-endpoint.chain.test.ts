import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#shared/channel/clock.ts'
import * as z from '#shared/zod.ts'
import { describeRequest } from '../testing/prepare-request.ts'
import { createAdapter } from './adapter.ts'
import { addressSchema } from './hex.ts'
import { multicall3, type TokenWorld, tokenWorld } from './testing/anvil-world.ts'
import { uintResult } from './testing/memory-node.ts'
import { found } from './testing/unit-world.ts'

const { signal } = new AbortController()
const requestSchema = z.object({ id: z.unknown(), params: z.array(z.unknown()) })

let world: TokenWorld
/** Decimals that the second endpoint reports; undefined for the correct ones. */
let reportedDecimals: bigint | undefined
let second = ''

/** A gateway before the node that may report wrong decimals. */
const server = createServer((request: IncomingMessage, response) => {
  const respond = async () => {
    const body = await text(request)
    const { id, params } = requestSchema.parse(JSON.parse(body))
    const isDecimals = JSON.stringify(params).includes('0x313ce567')
    if (reportedDecimals !== undefined && isDecimals)
      return JSON.stringify({ jsonrpc: '2.0', id, result: uintResult(reportedDecimals) })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(world.node.url, { method: 'POST', headers, body })).text()
  }
  respond().then(
    (body) => response.end(body),
    () => response.destroy(),
  )
})

beforeAll(async () => {
  world = await tokenWorld()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  second = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}/`
})
afterAll(async () => {
  server.close()
  await world.stop()
})

/** What review and simulation show of a transfer of 7 base units. */
async function showTransfer(hasSecond = true) {
  const adapter = createAdapter({
    ...{ transport: world.wallet, fetch, clock: systemClock },
    rpcUrl: () => world.node.url,
    ...(hasSecond ? { secondRpcUrl: () => second } : {}),
  })
  const connection = await adapter.connect(found, { silent: false })
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [addressSchema.parse(multicall3), 7n],
  })
  const params = [{ from: connection.accounts[0], to: world.token.address, data }]
  const request = { method: 'eth_sendTransaction', params }
  const description = await describeRequest(adapter, connection, request, signal)
  if (description === undefined || adapter.readTokenMetadata === undefined) throw new Error('It was not read')
  const withMetadata = await adapter.readTokenMetadata(description, world.network, signal)
  const simulation = await (await adapter.prepare(connection, request)).simulate?.(world.network, signal)
  const [fact] = withMetadata.facts
  return {
    decimals: fact?.is === 'transfer' ? fact.figure.asset?.decimals : 'no transfer',
    isUnconfirmed: fact?.is === 'transfer' && fact.figure.asset?.isUnconfirmed === true,
    change: simulation?.is === 'runs' ? simulation.changes[0]?.figure.asset?.decimals : simulation,
  }
}

test('second endpoint agrees › facts and changes have the decimals', async () => {
  reportedDecimals = undefined
  expect(await showTransfer()).toEqual({ decimals: 6, change: 6, isUnconfirmed: false })
})

test('Low › second endpoint reports other decimals › facts and changes stay raw', async () => {
  reportedDecimals = 18n
  expect(await showTransfer()).toEqual({ decimals: undefined, change: undefined, isUnconfirmed: false })
})

test('no second endpoint › its decimals, unconfirmed', async () => {
  reportedDecimals = undefined
  expect(await showTransfer(false)).toEqual({ decimals: 6, change: 6, isUnconfirmed: true })
})

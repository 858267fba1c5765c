import { address, type Blockhash, blockhash } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import type { Connection, RpcRequest } from '../chain-adapter.ts'
import { describeRequest, simulateRequest } from '../testing/prepare-request.ts'
import { systemTransfer, transferChecked } from './instructions.ts'
import { writeTransaction } from './message.ts'
import { tokenProgram } from './programs.ts'
import { freshAddress, type SvmWorld, svmWorld } from './testing/svm-world.ts'
import { found } from './testing/unit-world.ts'
import { associatedTokenAddress } from './tokens/token-state.ts'

const { signal } = new AbortController()
let world: SvmWorld
let connection: Connection
beforeAll(async () => {
  world = await svmWorld()
  connection = await world.adapter.connect(found, { silent: false })
})
afterAll(() => world.stop())

const latestSchema = z.object({ value: z.object({ blockhash: z.string() }) })
const latestBlockhash = async (): Promise<Blockhash> =>
  blockhash(latestSchema.parse(await world.node.call('getLatestBlockhash')).value.blockhash)

test('simulation › changes by mint, without the fee, with the mint’s decimals', async () => {
  const from = address(connection.accounts[0])
  const mint = address(world.token.address ?? '')
  const knownBlockhash = await latestBlockhash()
  let lifetime = knownBlockhash
  const requestOf = (...instructions: Parameters<typeof writeTransaction>[0]['instructions'][number][]) => {
    const { wire } = writeTransaction({
      ...{ from, instructions, computeUnitLimit: 50_000, microLamportsPerUnit: 0n },
      ...{ blockhash: lifetime, lastValidBlockHeight: 1 },
    })
    return { method: 'solana:signAndSendTransaction', params: { address: from, transaction: wire } }
  }
  const simulate = (request: ReturnType<typeof requestOf>) =>
    simulateRequest(world.adapter, connection, request, world.network, signal)
  const source = await associatedTokenAddress(from, mint, tokenProgram)
  const destination = await associatedTokenAddress(world.other.address, mint, tokenProgram)
  const tokens = transferChecked({
    ...{ program: tokenProgram, mint, decimals: 6, source, authority: from, destination, amount: 7n },
  })
  const nativeTransfer = systemTransfer(from, address(freshAddress()), 5_000_000n)
  expect(await simulate(requestOf(nativeTransfer, tokens))).toMatchObject({
    is: 'runs',
    changes: [
      { figure: { value: -5_000_000n, contract: undefined } },
      { figure: { value: -7n, contract: mint, asset: { decimals: 6 } } },
    ],
    fee: expect.any(BigInt),
  })
  expect(await simulate(requestOf(systemTransfer(from, address(freshAddress()), 10n ** 15n)))).toMatchObject({
    is: 'fails',
  })
  const read = (...args: readonly [Connection, RpcRequest, AbortSignal]) =>
    describeRequest(world.adapter, ...args)
  const description = await read(connection, requestOf(tokens), signal)
  if (description === undefined) throw new Error('It was not read')
  const described = await world.adapter.readTokenMetadata?.(description, world.network, signal)
  expect(described?.facts).toMatchObject([
    { is: 'transfer', to: world.other.address, figure: { value: 7n, asset: { decimals: 6 } } },
  ])
  // A blockhash of another chain: the signature would be valid there.
  lifetime = blockhash('11111111111111111111111111111111')
  const otherChain = await read(connection, requestOf(tokens), signal)
  expect(otherChain?.facts).toEqual([...description.facts, { is: 'term', name: 'unknown-blockhash' }])
})

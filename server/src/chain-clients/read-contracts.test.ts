import { encodeFunctionResult, multicall3Abi, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { readContracts, uintOf } from './read-contracts.ts'
import { NodeErrorResponse, scriptedRpc } from './testing/node-rpc.ts'

const chainId = 'eip155:1'
const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const chain = { chainId, multicall3 } as const
const word = (value: bigint) => numberToHex(value, { size: 32 })
const reads = [
  { to: '0x00000000000000000000000000000000000000a1', data: '0x01' },
  { to: '0x00000000000000000000000000000000000000a2', data: '0x02' },
] as const
const callSchema = z.tuple([z.object({ to: z.string() }), z.string()])

/** Multicall3 in which the second read fails; read separately it returns `separateResult`. */
const starvingRpc = (separateResult: () => unknown) =>
  scriptedRpc([chainId], ({ method, params }) => {
    if (method === 'eth_blockNumber') return '0x10'
    const [{ to }] = z.parse(callSchema, params)
    if (to !== multicall3) return separateResult()
    return encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: [
        { success: true, returnData: word(5n) },
        { success: false, returnData: '0x' },
      ],
    })
  })

describe('reads by Multicall3', () => {
  it('read fails for lack of gas › repeated separately, at the same block', async () => {
    const rpc = starvingRpc(() => word(7n))
    const results = await readContracts(rpc, chain, reads)
    expect(results.map(uintOf)).toEqual([5n, 7n])
    const blocks = rpc.sent
      .flat()
      .flatMap(({ method, params }) => (method === 'eth_call' ? [params?.[1]] : []))
    expect(blocks).toEqual(['latest', '0x10', '0x10'])
  })

  it('read also reverts separately › revert', async () => {
    const rpc = starvingRpc(() => {
      throw new NodeErrorResponse(3, 'execution reverted', '0x1234')
    })
    const [, failed] = await readContracts(rpc, chain, reads)
    expect(failed).toMatchObject({ is: 'reverted', data: '0x1234' })
  })

  it('reverts accepted › one request', async () => {
    const rpc = starvingRpc(() => word(7n))
    const results = await readContracts(rpc, chain, reads, { acceptsReverts: true })
    expect(results.map(({ is }) => is)).toEqual(['returned', 'reverted'])
    expect(rpc.sent.flat()).toHaveLength(1)
  })

  it('nothing to read › no request', async () => {
    const rpc = starvingRpc(() => word(7n))
    expect(await readContracts(rpc, chain, [])).toEqual([])
    expect(rpc.sent).toEqual([])
  })
})

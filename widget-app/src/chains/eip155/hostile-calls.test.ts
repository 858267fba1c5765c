import type { Abi } from 'viem'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { expect, it } from 'vitest'
import { flatFacts } from '#widget/kernel/request-risk.ts'
import { readParsed } from './read-request.ts'
import { parseRequest } from './request-parser.ts'
import { alice, connection, tokenAddress } from './testing/unit-world.ts'

function encode(signature: string, ...args: readonly unknown[]): `0x${string}` {
  const text: string = `function ${signature}`
  const abi: Abi = parseAbi([text])
  return encodeFunctionData({ abi, args })
}

const swapRouter = '0xE592427A0AEce92De3Edee1F18E0157C05861564'

it('refundETH, which has no arguments, in a multicall of a router › every step is read', () => {
  const swap = encode(
    'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    [tokenAddress, tokenAddress, 500, alice, 9n, 5n, 7n, 0n],
  )
  const data = encode('multicall(bytes[])', [swap, encode('refundETH()')])
  const request = { method: 'eth_sendTransaction', params: [{ to: swapRouter, value: '0x7', data }] }
  const facts = flatFacts(readParsed(connection, parseRequest(connection, request), () => false)?.facts ?? [])
  expect(facts.map(({ is }) => is)).toEqual(['swap', 'known-call', 'transfer'])
  expect(facts[1]).toEqual({ is: 'known-call', name: 'refundETH', lines: [] })
})

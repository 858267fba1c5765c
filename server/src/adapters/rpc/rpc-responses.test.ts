import { describe, expect, test } from 'vitest'
import { parseBatch, parseSingle } from './rpc-responses.ts'

const plain = (text: string) => text
const errorResponse = (code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

describe('JSON-RPC errors of nodes', () => {
  test.each([
    [3, 'execution reverted'],
    [3, 'price feed is behind'],
    [-32000, 'execution reverted: rate limit of the contract'],
    [-32000, 'insufficient funds for gas * price + value'],
    [-32000, 'gas required exceeds allowance (0)'],
    [-32000, 'nonce too low'],
    [-32602, 'invalid argument 0'],
    [-32002, 'Transaction simulation failed: Blockhash not found'],
    [1010, 'Invalid Transaction: Inability to pay some fees'],
  ])('error › %d %s › returned', (code, message) => {
    expect(parseSingle(errorResponse(code, message), plain)).toEqual({
      is: 'error',
      error: { code, message },
      isRetryable: false,
    })
  })

  test('error › internal error with revert data › returned', () => {
    expect(parseSingle(errorResponse(-32603, 'Internal error', '0x08c379a0'), plain)).toMatchObject({
      isRetryable: false,
      error: { data: '0x08c379a0' },
    })
  })

  test.each([
    [-32000, 'header not found'],
    [-32000, 'missing trie node abc (path ) <nil>'],
    [-32000, 'historical state is not available'],
    [-32601, 'the method eth_getProof does not exist'],
    [-32603, 'internal error'],
    [-32005, 'query returned more than 10000 results'],
    [-32005, 'Node is behind by 42 slots'],
    [-32016, 'Minimum context slot has not been reached'],
    [4003, 'Client error: UnknownBlock: State already discarded'],
  ])('error › %d %s › retryable at another node', (code, message) => {
    expect(parseSingle(errorResponse(code, message), plain)).toMatchObject({ is: 'error', isRetryable: true })
  })

  test.each([
    [-32005, 'daily request count exceeded, request rate limited'],
    [429, 'Your app has exceeded its compute units per second capacity'],
    [-32029, 'Too Many Requests'],
    [-32090, 'Too many requests, try again in 10m'],
  ])('error › %d %s › rate limit', (code, message) => {
    expect(parseSingle(errorResponse(code, message), plain)).toMatchObject({
      is: 'failed',
      reason: 'limited',
    })
  })
})

describe('shapes', () => {
  test.each<[string, unknown, object]>([
    ['null result', { jsonrpc: '2.0', id: 1, result: null }, { is: 'result', result: null }],
    ['null error beside a result', { id: 1, result: 5, error: null }, { is: 'result', result: 5 }],
    [
      'null result beside an error',
      { id: 1, result: null, error: { code: 3, message: 'x' } },
      { is: 'error' },
    ],
    ['error without id', { id: null, error: { code: -32700, message: 'parse' } }, { is: 'error' }],
    [
      'error without message',
      { id: 1, error: { code: 3 } },
      { is: 'error', error: { code: 3, message: '' } },
    ],
    ['result without id', { result: 5 }, { is: 'failed', reason: 'missing-answer' }],
    ['id as text', { id: '1', result: 5 }, { is: 'failed', reason: 'missing-answer' }],
    ['error as text', { id: 1, error: 'no' }, { is: 'failed', reason: 'wrong-shape' }],
    ['text', 'ok', { is: 'failed', reason: 'wrong-shape' }],
  ])('single › %s', (_, body, outcome) => {
    expect(parseSingle(body, plain)).toMatchObject(outcome)
  })

  test('batch › one id twice, one missing › first counts, missing fails', () => {
    const body = [{ id: 1, result: 'a' }, { id: 1, result: 'b' }, 'noise']
    expect(parseBatch(body, 2, plain)).toEqual([
      { is: 'result', result: 'a' },
      { is: 'failed', reason: 'missing-answer', sent: true },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { requestAndParse, userRejection } from './request-wallet.ts'
import { memoryTransport } from './testing/scripted-transport.ts'

const request = requestAndParse((error) =>
  error instanceof ProviderRpcError && error.message === 'Rejected' ? userRejection : undefined,
)
const respondWith = (response: unknown) =>
  request(memoryTransport({ sign: () => response }), 'handle', { method: 'sign' })

describe('requestAndParse', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', '0x12', '0x12'],
    ['null', null, null],
    ['a whole response', { id: 1, jsonrpc: '2.0', result: ['0x12'] }, ['0x12']],
    ['a whole response with no error', { id: 1, jsonrpc: '2.0', result: null, error: null }, null],
    ['a result of its own', { result: '0x12' }, { result: '0x12' }],
    ['a code of success', { code: 0, message: 'ok' }, { code: 0, message: 'ok' }],
    ['a code without words', { code: 4001 }, { code: 4001 }],
    ['words for an error', { error: 'No' }, { error: 'No' }],
  ])('response › %s › result', async (_what, response, result) => {
    expect(await respondWith(response)).toEqual(result)
  })

  it.each<[string, unknown, object]>([
    ['an error', { code: 4100, message: 'Locked', data: 7 }, { code: 4100, message: 'Locked', data: 7 }],
    ['an error with a code as text', { code: '-32002', message: 'Open' }, { code: -32002 }],
    [
      'a response with an error',
      { jsonrpc: '2.0', error: { code: -32603, message: 'No' } },
      { code: -32603 },
    ],
    ['a refusal in words', { code: -32603, message: 'Rejected' }, { code: 4001 }],
  ])('response › %s › rejects', async (_what, response, error) => {
    await expect(respondWith(response)).rejects.toMatchObject(error)
  })
})

import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { errorDetails } from '#widget/lib/error-details.ts'
import { type OperationFailure, toOperationFailure, toPreflightFailure } from './operation-failure.ts'

const unknown: OperationFailure = { is: 'unknown' }
const failed = (
  why: Extract<OperationFailure, { is: 'failed' }>['why'],
  detail: string,
): OperationFailure => ({
  is: 'failed',
  why,
  detail,
})

describe('messages of a wallet, node or service', () => {
  it.each([
    ['bidi override', 'Sent \u202eyltcerroc', 'Sent yltcerroc'],
    ['line breaks', 'Failed\n\nCall +1 555 0100', 'FailedCall +1 555 0100'],
    ['100,000 characters', 'x'.repeat(100_000), `${'x'.repeat(300)}… (+99700)`],
  ])('R13 › %s in an error › are not shown', (_, input, sanitized) => {
    expect(errorDetails(new Error(input)).text).toBe(sanitized)
    expect(toPreflightFailure(new Error(input))).toEqual({ is: 'failed', why: 'wallet', detail: sanitized })
    expect(toOperationFailure(new ProviderRpcError(4100, input))).toMatchObject({ detail: sanitized })
  })
})

describe('toOperationFailure', () => {
  it.each<[string, unknown, OperationFailure]>([
    ['4001', new ProviderRpcError(4001, 'no'), { is: 'rejected' }],
    ['−32002', new ProviderRpcError(-32002, 'already asking'), { is: 'pending' }],
    ['−32005', new ProviderRpcError(-32005, 'too many'), { is: 'pending' }],
    ['4100', new ProviderRpcError(4100, 'locked'), failed('not-authorised', 'locked')],
    ['a link that was never there', linkError(4900, 'gone', 'unreachable'), failed('unreachable', 'gone')],
    [
      'a link that refused',
      linkError(-32005, 'slow down', 'rate-limited'),
      failed('unreachable', 'slow down'),
    ],
    ['a link lost on the way', linkError(4900, 'gone', 'unknown-outcome'), unknown],
    ['an answer that never came', linkError(-32000, 'late', 'expired'), unknown],
    ['a disconnect in the middle', new ProviderRpcError(4900, 'disconnected'), unknown],
    ['another chain went away', new ProviderRpcError(4901, 'chain'), unknown],
    ['garbage instead of a hash', linkError(-32603, 'no hash', 'unknown-outcome'), unknown],
    [
      'a wallet fault',
      new WidgetError('send/failed', 'Failed to send transaction', {
        data: { reason: 'wallet', code: -32000, walletMessage: 'nonce too low' },
      }),
      failed('wallet', 'nonce too low'),
    ],
    [
      'another chain',
      new WidgetError('send/failed', 'elsewhere', { data: { reason: 'wrong-chain' } }),
      failed('wrong-chain', 'elsewhere'),
    ],
    ['no way to send', new WidgetError('chain/unsupported', 'x'), failed('chain-not-supported', 'x')],
    ['a wallet that left', new WidgetError('wallet/not-found', 'x'), failed('unreachable', 'x')],
    ['a programming fault', new TypeError('x'), unknown],
    ['anything', 'x', unknown],
  ])('%s', (_, thrown, expected) => {
    expect(toOperationFailure(thrown)).toEqual(expected)
  })

  it('error before the transfer was requested › nothing can have been sent', () => {
    expect(toPreflightFailure(new ProviderRpcError(4900, 'gone'))).toEqual(failed('wallet', 'gone'))
    expect(toPreflightFailure(new ProviderRpcError(4001, 'no'))).toEqual({ is: 'rejected' })
  })
})

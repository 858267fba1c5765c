import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { readConnectFailure } from './connect-failure.ts'

describe('readConnectFailure', () => {
  test.each<[string, unknown, string]>([
    ['4001', new ProviderRpcError(4001, 'No'), 'rejected'],
    ['an attempt that took over', new DOMException('Another', 'AbortError'), 'rejected'],
    ['−32002', new ProviderRpcError(-32002, 'Already pending'), 'pending'],
    ['4100', new ProviderRpcError(4100, 'Locked'), 'noAccount'],
    ['no account', new WidgetError('wallet/no-account', 'None'), 'noAccount'],
    ['a wallet that is gone', new WidgetError('wallet/not-found', 'Gone'), 'gone'],
    ['no chain', new WidgetError('wallet/not-answering', 'No chainId found'), 'silent'],
    ['a deadline', new ProviderRpcError(4900, 'Late', { reason: 'expired' }), 'silent'],
    ['a lost link', new ProviderRpcError(4900, 'Lost', { reason: 'unreachable' }), 'failed'],
    ['−32603', new ProviderRpcError(-32603, 'Internal'), 'failed'],
    ['anything else', 'text', 'failed'],
  ])('%s', (_name, thrown, is) => {
    expect(readConnectFailure(thrown).is).toBe(is)
  })

  test("failure › has the code and at most 300 characters of the wallet's error text", () => {
    expect(readConnectFailure(new ProviderRpcError(-32603, 'x'.repeat(999)))).toEqual({
      is: 'failed',
      details: { code: '-32603', text: `${'x'.repeat(300)}… (+699)` },
    })
  })
})

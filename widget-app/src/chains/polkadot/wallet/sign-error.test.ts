import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import { sessionHandlePrefix } from '../../walletconnect-source.ts'
import { signError } from './sign-error.ts'

const session = `${sessionHandlePrefix}topic:polkadot`
const page = 'a'.repeat(32)
const failed = (reason: string) => ({ code: 'send/failed', data: { reason } })

describe('signError', () => {
  test.each([
    ['a fault of the wallet', new ProviderRpcError(-32603, 'Locked'), failed('wallet'), failed('wallet')],
    ['a refusal', new ProviderRpcError(4001, 'no'), { code: 4001 }, { code: 4001 }],
    ['an open request', new ProviderRpcError(-32002, 'open'), { code: -32002 }, { code: -32002 }],
    ['a wallet that is lost', new ProviderRpcError(4900, 'gone'), { code: 4900 }, failed('wallet')],
    [
      'an answer that is lost',
      linkError(4900, 'away', 'unknown-outcome'),
      { code: 4900, data: { reason: 'unknown-outcome' } },
      failed('wallet'),
    ],
    [
      'no answer in time',
      linkError(-32000, 'late', 'expired'),
      { code: -32000, data: { reason: 'expired' } },
      failed('expired'),
    ],
  ])('%s › in a page and in a session', (_, thrown, inPage, inSession) => {
    expect(signError(thrown, page)).toMatchObject(inPage)
    expect(signError(thrown, session)).toMatchObject(inSession)
  })

  test('not a wallet error › returned unchanged', () => {
    const thrown = new TypeError('x')
    expect(signError(thrown, session)).toBe(thrown)
  })
})

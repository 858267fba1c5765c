import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import { proposalError, relayRefusal, requestError } from './session-error.ts'

const switchMethod = 'wallet_switchEthereumChain'

describe('error of a session request', () => {
  test.each<[string, unknown, string, object]>([
    ['a refusal', { code: 5000, message: 'User rejected.' }, 'personal_sign', { code: 4001 }],
    ['a refusal of methods', { code: 5002, message: 'Rejected' }, 'personal_sign', { code: 4001 }],
    ['a refusal in EIP-1193', { code: 4001, message: 'No' }, 'personal_sign', { code: 4001 }],
    [
      '5000 for a switch that was refused',
      { code: 5000, message: 'User rejected.' },
      switchMethod,
      { code: 4001 },
    ],
    ['5000 for an unknown chain', { code: 5000, message: 'Unknown chain' }, switchMethod, { code: 4902 }],
    ['an unknown method', { code: 3001, message: 'x is not supported' }, 'x', { code: 4200 }],
    ['a chain that was not approved', { code: 3005, message: 'No' }, 'x', { code: 4901 }],
    [
      'the same, said here',
      new Error('Missing or invalid. request() chainId: eip155:2'),
      'x',
      { code: 4901 },
    ],
    ['a session that is over', { code: 6000, message: 'User disconnected' }, 'x', { code: 4900 }],
    ['one that Nova does not know', { code: 7001, message: 'No session for topic' }, 'x', { code: 4900 }],
    [
      'a session that is not known here',
      new Error("No matching key. session topic doesn't exist: abc"),
      'x',
      { code: 4900, message: 'No session found' },
    ],
    [
      'no answer in 5 minutes',
      new Error('Request expired. Please try again.'),
      'x',
      { code: -32000, data: { reason: 'expired' } },
    ],
    [
      'a relay that was away for a minute',
      new Error('Failed to publish payload, please try again. id:1 tag:1108'),
      'eth_sendTransaction',
      { code: 4900, data: { reason: 'unknown-outcome' } },
    ],
    [
      "the wallet's own error",
      { code: -32000, message: 'insufficient funds', data: { need: 1 } },
      'x',
      { code: -32000, message: 'insufficient funds', data: { need: 1 } },
    ],
    [
      'a transaction that expired on its chain',
      { code: -32000, message: 'Blockhash expired' },
      'x',
      { code: -32000, message: 'Blockhash expired' },
    ],
    ['something without a code', new Error('Oops'), 'x', { code: -32603, message: 'Oops' }],
  ])('%s › converted', (_, thrown, method, expected) => {
    const converted = requestError(thrown, method)
    expect(converted).toBeInstanceOf(ProviderRpcError)
    expect(converted).toMatchObject(expected)
  })
})

describe('error of a proposal', () => {
  test.each<[string, unknown, string | number]>([
    ['declined', { code: 5000, message: 'User rejected.' }, 4001],
    ['declined for its chains', { code: 5001, message: 'User disapproved requested chains' }, 4001],
    ['nothing the wallet knows', { code: 5100, message: 'Unsupported chains.' }, 'pairing/nothing-approved'],
    ['too old', new Error('Proposal expired'), 'pairing/expired'],
    ['too old, as an event', { code: 0, message: 'Proposal expired' }, 'pairing/expired'],
  ])('proposal › %s', (_, thrown, code) => {
    expect(proposalError(thrown)).toMatchObject({ code })
  })

  test('any other error › returned unchanged', () => {
    const error = new Error('Oops')
    expect(proposalError(error)).toBe(error)
    expect(isWidgetError(proposalError(error))).toBe(false)
  })
})

test.each([
  ['Unauthorized: origin not allowed', 'APKT002'],
  ['JWT validation error: JWT Token is not yet valid:', 'APKT006'],
  ['closed abnormally with code: 3000 (Unauthorized: invalid key)', 'APKT007'],
  ['WebSocket connection failed for host', undefined],
])('relay error › "%s" › %s', (message, code) => {
  expect(relayRefusal(message)?.code).toBe(code)
})

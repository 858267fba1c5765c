import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { type SubmitFailureReason, submitOutcome } from './submit.ts'

const nodeError = (code: number, message: string, data?: string) => new ProviderRpcError(code, message, data)
const httpError = (status: number) => new WidgetError('http/status', 'No', { data: { status } })

describe('submitOutcome', () => {
  it('already in the pool › accepted', () => {
    expect(submitOutcome(nodeError(1013, 'Already imported'))).toEqual({ is: 'taken' })
  })

  it.each<[string, unknown, SubmitFailureReason]>([
    [
      'no money for the fee',
      nodeError(1010, 'Invalid Transaction', 'Inability to pay some fees , e.g. account balance too low'),
      'insufficient-funds',
    ],
    ['the same, of chopsticks', nodeError(1010, '{"invalid":{"payment":null}}'), 'insufficient-funds'],
    [
      'a wrong signature',
      nodeError(1010, 'Invalid Transaction', 'Transaction has a bad signature'),
      'bad-signature',
    ],
    [
      'an era that is over',
      nodeError(1010, 'Invalid Transaction', 'Transaction has an ancient birth block'),
      'expired',
    ],
    ['another fault', nodeError(1010, 'Invalid Transaction', 'Custom error: 3'), 'refused'],
    ['too low a priority', nodeError(1014, 'Priority is too low'), 'refused'],
    ['a full pool', nodeError(1016, 'Immediately dropped'), 'refused'],
    ['a method the gateway does not pass on', nodeError(-32601, 'Not allowed'), 'network'],
    ['too many requests', httpError(429), 'network'],
    ['a gateway that forbids', httpError(403), 'network'],
  ])('%s › rejected', (_name, thrown, reason) => {
    expect(submitOutcome(thrown)).toMatchObject({ is: 'refused', reason })
  })

  it.each<[string, unknown]>([
    ['no answer in time', new WidgetError('http/timeout', 'late')],
    ['a lost connection', new WidgetError('http/network', 'gone')],
    ['an answer nobody understands', new WidgetError('http/invalid-response', 'what')],
    ['a failing gateway', httpError(502)],
    ['an inner fault of the node', nodeError(-32603, 'Internal error')],
    [
      'a nonce that is used: by whom, a gateway that asks twice may know',
      nodeError(1010, 'Invalid Transaction', 'Transaction is outdated'),
    ],
    ['a ban, which is put on what was included too', nodeError(1012, 'Transaction is temporarily banned')],
    ['anything else', 'oops'],
  ])('%s › unknown', (_name, thrown) => {
    expect(submitOutcome(thrown).is).toBe('unknown')
  })
})

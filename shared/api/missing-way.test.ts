import { describe, expect, it } from 'vitest'
import type { EmbeddedAccount } from './embedded-account.ts'
import { type MissingWay, missingWay } from './missing-way.ts'

type Account = Pick<EmbeddedAccount, 'identities' | 'passkeys' | 'envelopes' | 'recovery'>

const email: Account['identities'][number] = { provider: 'email', name: 'ada@example.org' }
const passkey = (isBackedUp: boolean, id = 'p1') => ({ id, name: 'Phone', isBackedUp, createdAtMs: 0 })
const way = (kind: Account['envelopes'][number]['kind'], isComplete = true, passkeyId?: string) => ({
  ...{ id: `envelope-${kind}`.padEnd(20, '0'), kind, createdAtMs: 0, isComplete, passkeyId },
})
const accountOf = (change: Partial<Account>): Account => ({
  ...{ identities: [email], passkeys: [], envelopes: [way('device')] },
  ...change,
})

describe('missingWay', () => {
  it.each<[string, Partial<Account>, MissingWay | undefined]>([
    ['devices only', {}, 'envelope'],
    ['recovery code', { envelopes: [way('recovery')] }, undefined],
    ['help of the operator', { envelopes: [way('assisted')], recovery: 'offered' }, undefined],
    ['help of an operator who offers none any more', { envelopes: [way('assisted')] }, 'envelope'],
    ['incomplete recovery code', { envelopes: [way('recovery', false)] }, 'envelope'],
    [
      'synchronized passkey',
      { passkeys: [passkey(true)], envelopes: [way('passkey', true, 'p1')] },
      undefined,
    ],
    [
      'passkey of one device',
      { passkeys: [passkey(false)], envelopes: [way('passkey', true, 'p1')] },
      'envelope',
    ],
    [
      'envelope of the passkey of one device, beside a synchronized one',
      { passkeys: [passkey(false), passkey(true, 'p2')], envelopes: [way('passkey', true, 'p1')] },
      'envelope',
    ],
    [
      'envelope of a passkey that is not named',
      { passkeys: [passkey(true)], envelopes: [way('passkey')] },
      'envelope',
    ],
    [
      'code, and a passkey of one device as the only login',
      { identities: [], passkeys: [passkey(false)], envelopes: [way('recovery')] },
      'login',
    ],
    [
      'code, and a synchronized passkey as the only login',
      { identities: [], passkeys: [passkey(true)], envelopes: [way('recovery')] },
      undefined,
    ],
  ])('%s', (_, change, missing) => {
    expect(missingWay(accountOf(change))).toBe(missing)
  })
})

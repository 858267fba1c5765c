import { describe, expect, it } from 'vitest'
import type { IdentityProvider } from '#shared/api/embedded-account.ts'
import { displayedAuthName } from './auth-name.ts'

const identity = (provider: IdentityProvider, name: string) => ({ provider, name })
const emailOf = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`

describe('displayedAuthName', () => {
  it.each([
    ['no identity', [], undefined],
    ['e-mail', [identity('email', 'ada@example.org')], 'ada@example.org'],
    ['social before e-mail', [identity('email', 'ada@example.org'), identity('x', 'ada')], 'ada'],
    ['Discord name with #0', [identity('discord', 'ada#0')], 'ada'],
    ['Discord name with a number', [identity('discord', 'ada#1230')], 'ada#1230'],
    ['Discord name that ends in 0', [identity('discord', 'ada0')], 'ada0'],
    ['#0 of another provider', [identity('github', 'ada#0')], 'ada#0'],
    ['e-mail of 30 characters', [identity('email', emailOf(30))], emailOf(30)],
    ['e-mail of 31 characters', [identity('email', emailOf(31))], `${emailOf(31).slice(0, 28)}...`],
    ['long social name', [identity('google', emailOf(40))], emailOf(40)],
  ])('%s', (_, identities, name) => {
    expect(displayedAuthName(identities)).toBe(name)
  })
})

import { describe, expect, it } from 'vitest'
import type { IdentityProvider } from '#shared/api/embedded-account.ts'
import { displayedAuthName } from './auth-name.ts'

const identity = (provider: IdentityProvider, name: string) => ({ provider, name })
const emailOf = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`
/** An e-mail address of this length as it is shown. */
const shortened = (length: number) => `${emailOf(length).slice(0, -3)}...`

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
    ['e-mail of 31 characters', [identity('email', emailOf(31))], shortened(31)],
    ['long social name', [identity('facebook', 'a'.repeat(40))], 'a'.repeat(40)],
    ['long e-mail of Google', [identity('google', emailOf(40))], shortened(40)],
    ['long e-mail of Apple', [identity('apple', emailOf(40))], shortened(40)],
    ['Google with a name', [identity('google', 'Ada Lovelace')], 'Ada Lovelace'],
    ['Apple with a name', [identity('apple', 'Ada @ home')], 'Ada @ home'],
    ['user name before e-mail of Google', [identity('google', emailOf(20)), identity('x', 'ada')], 'ada'],
    [
      'e-mail login before e-mail of Apple',
      [identity('apple', emailOf(20)), identity('email', 'ada@example.org')],
      'ada@example.org',
    ],
    ...(['x', 'discord', 'github', 'facebook', 'farcaster'] as const).map(
      (provider): [string, ReturnType<typeof identity>[], string] => [
        `user name of ${provider} before e-mail`,
        [identity('email', emailOf(40)), identity(provider, 'ada')],
        'ada',
      ],
    ),
  ])('%s', (_, identities, name) => {
    expect(displayedAuthName(identities)).toBe(name)
  })
})

import { expect, test } from 'vitest'
import { namelessAccount } from '../ports/oauth.ts'
import type { EmbeddedIdentity } from '../ports/stores/embedded-users.ts'
import { refreshedName } from './refreshed-name.ts'

test.each<[string, EmbeddedIdentity['provider'], string, string, string]>([
  ['renamed account', 'github', 'ada', 'lovelace', 'lovelace'],
  ['new e-mail address of a Google account', 'google', 'a@old.example', 'a@new.example', 'a@new.example'],
  ['no name stated', 'facebook', 'Ada', namelessAccount, 'Ada'],
  ['name after none', 'facebook', namelessAccount, 'Ada', 'Ada'],
  ['Farcaster without a user name', 'farcaster', 'ada', '!7', 'ada'],
  ['later login with Apple', 'apple', 'Ada Lovelace', 'x@relay.example', 'Ada Lovelace'],
  ['Apple, only e-mail addresses', 'apple', 'a@old.example', 'x@relay.example', 'x@relay.example'],
  ['Apple, address after no name', 'apple', namelessAccount, 'x@relay.example', 'x@relay.example'],
])('%s › the most telling name', (_, provider, known, name, expected) => {
  expect(refreshedName(known, { provider, subject: '7', name })).toBe(expected)
})

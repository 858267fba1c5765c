import { describe, expect, it } from 'vitest'
import { oauthProviderIds } from '../../../../../shared/api/embedded-social.ts'
import type { OAuthProvider } from '../../../ports/oauth.ts'
import { atOrigin, oauthProviders } from './providers.ts'

const urlsOf = ({ issuer, authorizationUrl, tokenUrl, account }: OAuthProvider): readonly string[] => [
  ...(issuer === undefined ? [] : [issuer]),
  ...[authorizationUrl, tokenUrl, account.is === 'id-token' ? account.jwksUrl : account.url],
]

const readAs = (id: keyof typeof oauthProviders, value: unknown, parameters = {}) =>
  oauthProviders[id].account.read(value, parameters)

describe('providers', () => {
  it.each(oauthProviderIds)('%s › https URLs without a query, under its own id', (id) => {
    expect(oauthProviders[id].id).toBe(id)
    for (const url of urlsOf(oauthProviders[id])) {
      const { protocol, search, hash } = new URL(url)
      expect([protocol, search, hash]).toEqual(['https:', '', ''])
    }
  })

  it.each(oauthProviderIds)('%s at another origin › no URL of its own hosts is left', (id) => {
    const moved = atOrigin(oauthProviders[id], 'http://localhost:4000')
    for (const url of urlsOf(moved)) expect(new URL(url).origin).toBe('http://localhost:4000')
    expect(moved.issuer ?? '').not.toMatch(/\/$/)
  })

  it('name › of the user, else the e-mail address, else a text', () => {
    expect(readAs('google', { sub: '1' })).toEqual({ subject: '1', name: 'Account without a name' })
    expect(readAs('google', { sub: '1', email: 'a@b.example', name: 'Ada' }).name).toBe('a@b.example')
    expect(readAs('google', { sub: '1', name: 'Ada' }).name).toBe('Ada')
    const user = JSON.stringify({ name: { firstName: 'Ada' } })
    expect(readAs('apple', { sub: '1', email: 'a@b.example' }, { user }).name).toBe('Ada')
    for (const other of [
      '',
      '{',
      '[]',
      '{"name":{"firstName":7}}',
      '{"name":{}}',
      '{"name":{"firstName":" "}}',
    ])
      expect(readAs('apple', { sub: '1', email: 'a@b.example' }, { user: other }).name).toBe('a@b.example')
  })

  it('long name › cut before half of a character', () => {
    const { name } = readAs('github', { id: 1, login: `${'x'.repeat(253)}😀` })
    expect(name).toBe('x'.repeat(253))
  })

  it.each([
    ['github', { id: '7', login: 'ada' }],
    ['github', { id: 7.5, login: 'ada' }],
    ['github', { id: 0, login: 'ada' }],
    ['github', { login: 'ada' }],
    ['discord', { id: 7, username: 'ada' }],
    ['facebook', { name: 'Ada' }],
    ['x', { id: '7', username: 'ada' }],
    ['google', { sub: 7 }],
    ['google', { sub: 'x'.repeat(256) }],
  ] as const)('%s user %j › throws', (id, value) => {
    expect(() => readAs(id, value)).toThrow()
  })
})

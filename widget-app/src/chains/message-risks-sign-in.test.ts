import { describe, expect, it } from 'vitest'
import { messageRisk, signInMessageRisk } from './message-risks.ts'

const phrase = 'wants you to sign in with your'
const signIn = (uri: string) => `shop.example ${phrase} Ethereum account:\n\n${uri}\nVersion: 1`

describe('risk of a sign-in', () => {
  it.each([
    ['URI on the domain', 'URI: https://shop.example/a', undefined],
    ['URI over http', 'URI: http://shop.example', undefined],
    ['URI on a subdomain', 'URI: https://app.shop.example', undefined],
    ['URI with several spaces', 'URI:   https://shop.example  ', undefined],
    ['URI with other white space after it', 'URI: https://shop.example\u00A0', undefined],
    ['no URI', 'Nonce: 12345678', undefined],
    ['URI inside a line', 'The URI: did:key:z6Mk', undefined],
    ['empty URI', 'URI:', 'sign-in-rights'],
    ['session key', 'URI: did:key:z6Mk', 'sign-in-rights'],
    ['another domain', 'URI: https://evil.example', 'sign-in-rights'],
    ['domain as a suffix only', 'URI: https://evilshop.example', 'sign-in-rights'],
    ['another scheme', 'URI: ftp://shop.example', 'sign-in-rights'],
    ['scheme that ends in http', 'URI: xhttp://shop.example', 'sign-in-rights'],
    ['second URI elsewhere', 'URI: https://shop.example\nURI: did:key:z', 'sign-in-rights'],
    ['capabilities', 'URI: https://shop.example\n- URN:recap:e30', 'sign-in-rights'],
    ['second sign-in', `evil.example ${phrase} account`, 'sign-in-imitation'],
  ])('%s › reports the risk', (_case, uri, risk) => {
    expect(signInMessageRisk(signIn(uri), 'shop.example')).toBe(risk)
  })

  it.each(['localhost:5173', 'localhost:8'])('domain %s › ignores the port', (domain) => {
    expect(signInMessageRisk(signIn('URI: http://localhost:5173'), domain)).toBeUndefined()
  })

  it('domain is an IPv6 address › compared without its port', () => {
    expect(signInMessageRisk(signIn('URI: http://[::1]:5173'), '[::1]:5173')).toBeUndefined()
  })
})

describe('risk of another message', () => {
  it.each([
    [`Hello. evil.example ${phrase} account`, 'sign-in-imitation'],
    ['Only sign this on our page', 'key-message'],
    ['Hello and welcome', undefined],
  ])('%s › %s', (text, risk) => {
    expect(messageRisk(text)).toBe(risk)
  })
})

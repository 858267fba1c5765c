import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { signInMessageSchema, signInSessionSchema } from './sign-in-session.ts'

const message = {
  accountAddress: '0xf24FF3a9CF04c71Dbc94D0b566f7A27B94566cac',
  chainId: 'eip155:1',
  domain: 'shop.example',
  uri: 'https://shop.example/cart',
  version: '1',
  nonce: 'n1',
}
const session = { data: message, message: 'shop.example wants you to sign in', signature: '0x12' }

describe('signInMessageSchema', () => {
  it.each<[string, object, boolean]>([
    ['the required members only', {}, true],
    ['a member of a newer version', { role: 'admin' }, true],
    ['all members', { statement: '', resources: ['urn:a'], requestId: '', issuedAt: 't' }, true],
    ['no address', { accountAddress: '' }, false],
    ['no chain', { chainId: undefined }, false],
    ['a chain that is no CAIP-2 id', { chainId: '1' }, false],
    ['no domain', { domain: undefined }, false],
    ['no URI', { uri: undefined }, false],
    ['no version', { version: undefined }, false],
    ['an empty nonce', { nonce: '' }, false],
    ['a time that is no text', { expirationTime: 1 }, false],
    ['33 resources', { resources: Array(33).fill('urn:a') }, false],
  ])('%s › valid or not', (_name, more, expected) => {
    expect(z.safeParse(signInMessageSchema, { ...message, ...more }).success).toBe(expected)
  })
})

describe('signInSessionSchema', () => {
  it.each<[string, object, boolean]>([
    ['message, its text and a signature', {}, true],
    ['no message', { data: undefined }, false],
    ['no text', { message: '' }, false],
    ['no signature', { signature: '' }, false],
    ['an invalid message', { data: { ...message, nonce: 1 } }, false],
  ])('%s › valid or not', (_name, more, expected) => {
    expect(z.safeParse(signInSessionSchema, { ...session, ...more }).success).toBe(expected)
  })
})

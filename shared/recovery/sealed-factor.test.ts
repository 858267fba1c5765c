import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicKeyId, requestCode } from './public-key.ts'
import {
  createFactorKeys,
  type FactorOwner,
  type FactorRecipient,
  openFactor,
  publicKeyOf,
  SealedFactorError,
  sealedFactorLength,
  sealFactor,
} from './sealed-factor.ts'
import { referenceOpen } from './testing/reference-hpke.ts'

const owner: FactorOwner = { userId: 'u'.repeat(20), walletId: 'w'.repeat(20), envelopeId: 'e'.repeat(20) }
const operator: FactorRecipient = { is: 'operator', keyId: 'k' }
const factor = crypto.getRandomValues(new Uint8Array(32))

test('sealed factor › key, recipient and owner of the sealing › opens; other bytes each time', async () => {
  const keys = await createFactorKeys(false)
  const publicKey = await publicKeyOf(keys)
  const sealed = await sealFactor(factor, publicKey, operator, owner)
  expect(sealed).toHaveLength(sealedFactorLength)
  expect(await openFactor(sealed, keys, operator, owner)).toEqual(factor)
  expect(await sealFactor(factor, publicKey, operator, owner)).not.toEqual(sealed)
})

test.each<readonly [string, FactorRecipient, FactorOwner]>([
  ['user', operator, { ...owner, userId: 'v'.repeat(20) }],
  ['wallet', operator, { ...owner, walletId: 'v'.repeat(20) }],
  ['envelope', operator, { ...owner, envelopeId: 'v'.repeat(20) }],
  ['key id', { is: 'operator', keyId: 'l' }, owner],
  ['kind of recipient', { is: 'device', requestId: 'k' }, owner],
])('sealed factor › another %s › does not open', async (_, recipient, other) => {
  const keys = await createFactorKeys(false)
  const sealed = await sealFactor(factor, await publicKeyOf(keys), operator, owner)
  await expect(openFactor(sealed, keys, recipient, other)).rejects.toThrow(SealedFactorError)
})

test('sealed factor › another key, one bit changed, another length › does not open', async () => {
  const keys = await createFactorKeys(false)
  const sealed = await sealFactor(factor, await publicKeyOf(keys), operator, owner)
  await expect(openFactor(sealed, await createFactorKeys(false), operator, owner)).rejects.toThrow(
    SealedFactorError,
  )
  for (const at of [0, 1, 64, 65, 96, 112]) {
    const changed = Uint8Array.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(openFactor(changed, keys, operator, owner)).rejects.toThrow(SealedFactorError)
  }
  await expect(openFactor(sealed.subarray(1), keys, operator, owner)).rejects.toThrow('another length')
  await expect(sealFactor(factor.slice(1), await publicKeyOf(keys), operator, owner)).rejects.toThrow(
    RangeError,
  )
})

test('device key › not extractable › cannot be exported', async () => {
  const { privateKey } = await createFactorKeys(false)
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
})

test('public key › id and code › SHA-256 of the key; of request and key', async () => {
  const publicKey = await publicKeyOf(await createFactorKeys(false))
  expect(await publicKeyId(publicKey)).toBe(createHash('sha256').update(publicKey).digest('hex'))
  const code = await requestCode(publicKey, 'r')
  expect(code).toMatch(/^[0-9a-f]{4}(-[0-9a-f]{4}){3}$/)
  expect(await requestCode(publicKey, 's')).not.toBe(code)
  expect(await requestCode(await publicKeyOf(await createFactorKeys(false)), 'r')).not.toBe(code)
})

test('sealed factor › opened by another implementation of RFC 9180 › the same, with these texts', async () => {
  const keys = await createFactorKeys(true)
  const { d = '' } = await crypto.subtle.exportKey('jwk', keys.privateKey)
  const privateKey = Buffer.from(d, 'base64url')
  const publicKey = await publicKeyOf(keys)
  const ids = `${owner.userId} ${owner.walletId} ${owner.envelopeId}`
  const forOperator = await sealFactor(factor, publicKey, operator, owner)
  const info = 'drawbridge assisted recovery v1 operator k'
  expect(referenceOpen(forOperator, privateKey, info, ids)).toEqual(Buffer.from(factor))
  const forDevice = await sealFactor(factor, publicKey, { is: 'device', requestId: 'r' }, owner)
  const deviceInfo = 'drawbridge assisted recovery v1 device r'
  expect(referenceOpen(forDevice, privateKey, deviceInfo, ids)).toEqual(Buffer.from(factor))
  expect(() => referenceOpen(forDevice, privateKey, info, ids)).toThrow()
})

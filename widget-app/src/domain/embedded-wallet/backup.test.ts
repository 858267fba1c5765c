import { expect, it } from 'vitest'
import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { onlyDeviceCountAtom } from './backup.ts'
import { startEmbeddedSessionAtom } from './session.ts'
import { embeddedWorld, testDeviceEnvelope, testToken, testWalletAccount } from './testing/embedded-server.ts'

type Envelope = EmbeddedAccount['envelopes'][number]
const device = testDeviceEnvelope()
const other = testDeviceEnvelope('other-device')
const envelopeOf = (kind: Envelope['kind']): Envelope => ({
  ...testDeviceEnvelope(kind),
  ...{ kind, passkeyId: 'passkey' },
})
const passkeys = [{ id: 'passkey', name: 'Security key', isBackedUp: false, createdAtMs: 0 }]

it.each<[string, readonly Envelope[], number | undefined]>([
  ['one device', [device], 1],
  ['two devices', [device, other], 2],
  ['another device that is not complete', [device, { ...other, isComplete: false }], 1],
  ['operator who offers no help any more', [device, envelopeOf('assisted')], 1],
  ['no device', [], undefined],
  ['passkey that is not synchronized', [device, envelopeOf('passkey')], undefined],
  ['recovery code', [device, envelopeOf('recovery')], undefined],
])('wallet on devices only › %s › counts the devices', async (_, envelopes, count) => {
  const { store } = embeddedWorld({})
  const account = { ...testWalletAccount, passkeys, envelopes: [...envelopes] }
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  expect(store.get(onlyDeviceCountAtom)).toBe(count)
})

it('wallet on devices only › user without a wallet › no count', async () => {
  const { store } = embeddedWorld({})
  const account = { ...testWalletAccount, accounts: undefined }
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  expect(store.get(onlyDeviceCountAtom)).toBeUndefined()
})

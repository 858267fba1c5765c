import { afterEach, expect, test, vi } from 'vitest'
import { createSecretBox } from '../../../server/src/adapters/secret-box/secret-box.ts'
import { keyOf } from '../../../server/src/core/embedded/testing/embedded-world.ts'
import { envelopeKeyContext } from '../../../server/src/core/reseal-keys.ts'
import type { StoredEnvelope } from '../../../server/src/ports/stores/envelopes.ts'
import { fromBase64url } from '../../../widget-app/src/lib/text/base64url.ts'
import { openEnvelope } from '../core/envelope.ts'
import { parseRecoveryCode } from '../core/recovery-code.ts'
import { keep } from './keep-flows.ts'
import { type Answers, choose, openVaultWorld, type VaultWorld } from './testing/vault-world.ts'

let world: VaultWorld
afterEach(async () => {
  vi.unstubAllGlobals()
  await world.server.close()
})

/** Lengths of a factor: of a recovery code, and of every other way. */
const factorLengths = [16, 32]

/** Every part of a dump that could be a factor: runs of bytes in any text of it, decoded as hexadecimal and base64. */
function possibleFactors(dump: string): readonly Uint8Array[] {
  const decoded = [...new Set(dump.match(/[\w+/-]{22,}/g))].flatMap((text) => [
    new Uint8Array(Buffer.from(text, 'base64')),
    ...(/^[\da-f]+$/i.test(text) ? [new Uint8Array(Buffer.from(text, 'hex'))] : []),
  ])
  return decoded.flatMap((bytes) =>
    factorLengths.flatMap((length) =>
      Array.from({ length: Math.max(0, bytes.length - length + 1) }, (_, at) => bytes.slice(at, at + length)),
    ),
  )
}

test('dump of the database and the operator’s key › open no envelope', async () => {
  world = await openVaultWorld()
  const { browser, frame } = await world.createdWallet()
  let factorOfCode = new Uint8Array()
  const writeDown: Answers[number] = (screen) => {
    const parsed = screen.is === 'new-code' && parseRecoveryCode(screen.code)
    if (parsed && parsed.is === 'valid') factorOfCode = parsed.factor
  }
  for (const way of ['passkey', 'code'] as const)
    await keep((await browser.open(frame, [choose(way), writeDown])).ports, true)
  const { walletId, userId } = (await browser.open(frame)).session.account()
  const box = createSecretBox([keyOf('a')])
  const serverKeyOf = ({ id, sealedKey }: StoredEnvelope) =>
    fromBase64url(box.open(sealedKey, envelopeKeyContext({ id })))
  const envelopes = await world.server.stores.envelopes.list(userId)
  expect(envelopes.map(({ kind }) => kind).toSorted()).toEqual(['device', 'passkey', 'recovery'])

  const factors = [
    ...possibleFactors(await world.server.dump()),
    ...[keyOf('a').key, ...envelopes.map(serverKeyOf)],
  ]
  expect(factors.length).toBeGreaterThan(500)
  for (const envelope of envelopes) {
    const { kind, sealed } = envelope
    // The envelope of a device is on the device only.
    expect(sealed === undefined).toBe(kind === 'device')
    if (sealed === undefined) continue
    const serverKey = serverKeyOf(envelope)
    const open = (factor: Uint8Array) =>
      openEnvelope(fromBase64url(sealed), { factor, serverKey }, { userId, walletId, kind })
    if (kind === 'recovery') expect(await open(factorOfCode)).toMatchObject({ is: 'opened' })
    for (const opened of await Promise.all(factors.map(open)))
      expect(opened).toEqual({ is: 'unreadable', reason: 'not-authentic' })
  }
})

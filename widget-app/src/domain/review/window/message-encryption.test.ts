import { describe, expect, it } from 'vitest'
import { confirmDocument, newConfirmSecret, readConfirmFragment, windowUrl } from './confirm-url.ts'
import { createMessageEncryption } from './message-encryption.ts'

const flipped = (sealed: string, at: number) =>
  sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)

describe('createMessageEncryption', () => {
  it('same secret on both ends › each decrypts the other, same two digits', async () => {
    const secret = newConfirmSecret()
    const [frame, window] = await Promise.all([
      createMessageEncryption(secret),
      createMessageEncryption({ ...secret }),
    ])
    const sealed = await frame.seal('to-window', 1, 'approve 5 € فقط')
    expect(await window.open('to-window', 1, sealed)).toBe('approve 5 € فقط')
    expect(window.comparison).toBe(frame.comparison)
    expect(frame.comparison).toMatch(/^[1-9]\d$/)
  })

  it('same text encrypted twice › ciphertexts differ', async () => {
    const sealing = await createMessageEncryption(newConfirmSecret())
    expect(await sealing.seal('to-frame', 1, 'yes')).not.toBe(await sealing.seal('to-frame', 1, 'yes'))
  })

  it('another direction, number, key, id or changed bytes › rejects', async () => {
    const secret = newConfirmSecret()
    const sealing = await createMessageEncryption(secret)
    const sealed = await sealing.seal('to-frame', 2, 'approved')
    const expectRejected = (work: Promise<string>) => expect(work).rejects.toThrow()
    await expectRejected(sealing.open('to-window', 2, sealed))
    await expectRejected(sealing.open('to-frame', 3, sealed))
    await expectRejected(sealing.open('to-frame', 2, flipped(sealed, 3)))
    await expectRejected(sealing.open('to-frame', 2, flipped(sealed, sealed.length - 4)))
    await expectRejected(sealing.open('to-frame', 2, sealed.slice(0, 20)))
    const other = newConfirmSecret()
    await expectRejected(
      (await createMessageEncryption({ ...secret, key: other.key })).open('to-frame', 2, sealed),
    )
    await expectRejected(
      (await createMessageEncryption({ ...secret, id: other.id })).open('to-frame', 2, sealed),
    )
  })
})

describe('readConfirmFragment', () => {
  it('fragment of a confirm URL › same id and key', () => {
    const secret = newConfirmSecret()
    const address = new URL(windowUrl(confirmDocument('https://widget.example'), secret))
    expect(address.pathname + address.search).toBe('/confirm.html')
    expect(readConfirmFragment(address.hash)).toEqual(secret)
  })

  it.each([
    '',
    '#',
    '#a.b',
    `#${'a'.repeat(22)}`,
    `#${'a'.repeat(22)}.${'b'.repeat(42)}`,
    `#${'a'.repeat(22)}.${'b'.repeat(44)}`,
  ])('other fragment %j › undefined', (fragment) => {
    expect(readConfirmFragment(fragment)).toBeUndefined()
  })
})

import { createECDH } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadConfig } from './load-config.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function problemsOf(content: object): Promise<readonly string[]> {
  writeFileSync(join(folder, 'drawbridge.config.json'), JSON.stringify(content))
  const result = await loadConfig({ environment: {}, workingDirectory: folder })
  return result.is === 'invalid' ? result.problems : []
}

const recoveryPublicKey = createECDH('prime256v1').generateKeys('base64url')
const mail = { smtpUrl: 'smtp://mail.example', from: 'wallet@mail.example' }
const secretKeys = [{ id: 'a', key: Buffer.alloc(32, 7).toString('base64') }]
const embeddedWallet = { isEnabled: true, recoveryPublicKey }

it('recovery key › with embedded wallets and mail › valid', async () => {
  expect(await problemsOf({ embeddedWallet, mail, secretKeys })).toEqual([])
})

it.each([
  [
    'without embedded wallets',
    { embeddedWallet: { recoveryPublicKey }, mail },
    'embeddedWallet.isEnabled (default) must be true when embeddedWallet.recoveryPublicKey is set.',
  ],
  [
    'without mail',
    { embeddedWallet, secretKeys },
    'mail.smtpUrl (default) must be set when embeddedWallet.recoveryPublicKey is set.',
  ],
  [
    'no point of the curve',
    { embeddedWallet: { ...embeddedWallet, recoveryPublicKey: `B${'A'.repeat(86)}` }, mail, secretKeys },
    'embeddedWallet.recoveryPublicKey (FILE) must be a public key of 87 letters, digits, - and _ (make one with: drawbridge recoveries create-key).',
  ],
])('recovery key › %s › says so', async (_, content, sentence) => {
  expect(await problemsOf(content)).toEqual([
    sentence.replace('FILE', join(folder, 'drawbridge.config.json')),
  ])
})

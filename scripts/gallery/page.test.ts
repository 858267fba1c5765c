import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { changedScreenshots, screenshotPath } from './page.ts'

const look = { name: 'phone-dark', size: 'phone', theme: 'dark' } as const
const sample = { view: 'Connect', state: 'wallets', hash: '#/samples/Connect/wallets', page: 'dev.html' }

function folderWith(bytes: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'))
  mkdirSync(join(folder, look.name))
  if (bytes !== undefined) writeFileSync(join(folder, screenshotPath({ sample, look })), bytes)
  return folder
}

it.each([
  ['a', 'a', []],
  ['a', 'b', [expect.stringMatching(/^phone-dark\/Connect--wallets\.png differs from the one in /)]],
  ['a', 'alike', []],
  ['a', undefined, [expect.stringContaining('differs from')]],
  [undefined, 'a', [expect.stringMatching(/^phone-dark\/Connect--wallets\.png is not in /)]],
])(
  'changedScreenshots › before %s, after %s › names the changed screenshot',
  async (before, after, expected) => {
    const folders = { base: folderWith(before), out: folderWith(after) }
    const isAlike = async (_before: Buffer, now: Buffer) => now.toString() === 'alike'
    expect(await changedScreenshots([sample], [look], folders, isAlike)).toEqual(expected)
  },
)

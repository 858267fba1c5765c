import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSdkFolder } from './check-sdk-folder.ts'
import { exportSdk } from './export-sdk.ts'
import { isNewerVersion } from './sdk-release.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drawbridge-sdk-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const exportFolder = () => join(root, 'kept')

/** The SDK files of a package of a version, in a separate folder. */
function packageOf(version: string, script = `export const version = '${version}'\n`): string {
  const folder = join(root, `package-${version}-${readdirSync(root).length}`)
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const files = { 'drawbridge.js': { integrity, bytes: script.length } }
  for (const name of [version, 'v1']) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, 'drawbridge.js'), script)
    writeFileSync(join(folder, name, 'manifest.json'), JSON.stringify({ version, protocol: 1, files }))
  }
  return folder
}
const textOf = (path: string) => readFileSync(join(exportFolder(), path), 'utf8')
const exported = (version: string, script?: string) =>
  exportSdk(packageOf(version, script), exportFolder(), 1)

describe('export', () => {
  it('two releases › both exact versions, and the newer one as v1', async () => {
    expect(await exported('0.9.0')).toEqual({
      version: '0.9.0',
      folders: [join(exportFolder(), '0.9.0'), join(exportFolder(), 'v1')],
    })
    await exported('0.10.0')
    expect(readdirSync(exportFolder()).toSorted()).toEqual(['0.10.0', '0.9.0', 'v1'])
    expect([textOf('0.9.0/drawbridge.js'), textOf('v1/drawbridge.js')]).toEqual([
      "export const version = '0.9.0'\n",
      "export const version = '0.10.0'\n",
    ])
    expect(JSON.parse(textOf('0.9.0/manifest.json'))).toMatchObject({ version: '0.9.0' })
    expect(readdirSync(join(exportFolder(), 'v1')).toSorted()).toEqual(['drawbridge.js', 'manifest.json'])
  })

  it('older release after a newer one › added, v1 stays', async () => {
    await exported('0.10.0')
    expect(await exported('0.9.0')).toEqual({
      ...{ version: '0.9.0', folders: [join(exportFolder(), '0.9.0')] },
      keptVersion: '0.10.0',
    })
    expect(textOf('v1/drawbridge.js')).toContain('0.10.0')
  })

  it('again › changes nothing; a missing file › added', async () => {
    await exported('0.9.0')
    rmSync(join(exportFolder(), '0.9.0/drawbridge.js'))
    await exported('0.9.0')
    await exported('0.9.0')
    expect(textOf('0.9.0/drawbridge.js')).toBe("export const version = '0.9.0'\n")
  })

  it('other bytes of one version › rejects with the file, writes nothing', async () => {
    await exported('0.9.0')
    await expect(exported('0.9.0', 'other')).rejects.toThrow(
      `${join(exportFolder(), '0.9.0/drawbridge.js')} has other bytes than 0.9.0 of this package`,
    )
    expect(textOf('0.9.0/drawbridge.js') + textOf('v1/drawbridge.js')).not.toContain('other')
  })

  it('package with a changed file, or without files › rejects', async () => {
    const from = packageOf('0.9.0')
    writeFileSync(join(from, 'v1/drawbridge.js'), 'changed')
    await expect(exportSdk(from, exportFolder(), 1)).rejects.toThrow('is not the file of the release')
    await expect(exportSdk(root, exportFolder(), 1)).rejects.toThrow('has no manifest of SDK files')
    expect(readdirSync(root)).not.toContain('kept')
  })
})

describe('folder of sdk.directory', () => {
  it('exported files › no warnings', async () => {
    await exported('0.9.0')
    await exported('0.10.0')
    expect(await checkSdkFolder(exportFolder(), '0.10.0', 1)).toEqual([])
  })

  it('previous release › warnings with both folders and the command', async () => {
    await exported('0.9.0')
    const remedy = `run drawbridge sdk export ${exportFolder()}`
    expect(await checkSdkFolder(exportFolder(), '0.10.0', 1)).toEqual([
      `sdk.directory has 0.9.0 for /sdk/v1/, and this server is 0.10.0: ${remedy}.`,
      `sdk.directory lacks its version 0.10.0, and pages that name it load nothing: ${remedy}.`,
    ])
  })

  it('without files for the script tag, or with an unreadable manifest › rejects', async () => {
    await expect(checkSdkFolder(exportFolder(), '0.9.0', 1)).rejects.toThrow('has no SDK files for /sdk/v1/')
    mkdirSync(join(exportFolder(), 'v1'), { recursive: true })
    writeFileSync(join(exportFolder(), 'v1/manifest.json'), '{}')
    await expect(checkSdkFolder(exportFolder(), '0.9.0', 1)).rejects.toThrow('run drawbridge sdk export')
  })
})

it.each([
  ['0.10.0', '0.9.9', true],
  ['0.9.9', '0.10.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0-rc.2', '1.0.0-rc.1', true],
  ['1.0.1-rc.1', '1.0.0', true],
])('%s newer than %s › %s', (version, other, expected) => {
  expect(isNewerVersion(version, other)).toBe(expected)
})

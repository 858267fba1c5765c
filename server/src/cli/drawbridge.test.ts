import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Inside the repository, so that the file finds its packages. */
const outDir = here(`../../../.tmp/server-smoke-${process.pid}`)
const folder = mkdtempSync(join(tmpdir(), 'drawbridge-smoke-'))

beforeAll(async () => {
  await build({ configFile: here('../../vite.config.ts'), logLevel: 'error', build: { outDir } })
}, 60_000)
afterAll(() => {
  rmSync(outDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true })
})

type Result = { readonly exitCode: number; readonly out: string; readonly errors: string }

/** Runs the built file in an empty folder, with an empty environment. */
const drawbridge = (...argv: readonly string[]): Promise<Result> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: {} }
    const child = execFile(
      process.execPath,
      [join(outDir, 'drawbridge.js'), ...argv],
      options,
      (_error, out, errors) => resolve({ exitCode: child.exitCode ?? -1, out, errors }),
    )
  })

describe('built drawbridge', () => {
  it('version › is the package’s', async () => {
    expect(await drawbridge('version')).toEqual({ exitCode: 0, out: `${packageFile.version}\n`, errors: '' })
  })

  it('help › lists the commands', async () => {
    const { exitCode, out } = await drawbridge('help')
    expect(exitCode).toBe(0)
    expect(out).toContain('serve')
  })

  it('config check › accepts an empty folder', async () => {
    const { exitCode, out, errors } = await drawbridge('config', 'check', '--json')
    expect([exitCode, errors]).toEqual([0, ''])
    expect(JSON.parse(out)).toMatchObject({ mistakes: [], publicUrl: 'http://localhost:8787' })
  })

  it('projects › are kept in the working folder', async () => {
    expect(await drawbridge('project', 'add', 'shop', '--origin', 'shop.example')).toMatchObject({
      exitCode: 0,
    })
    const check = await drawbridge('project', 'check', 'shop', 'http://shop.example')
    expect(check).toMatchObject({ exitCode: 1, errors: '' })
    expect(check.out).toContain('shop.example means https')
  })

  it('wrong command › exits with 2', async () => {
    expect(await drawbridge('sevre')).toEqual({
      exitCode: 2,
      out: '',
      errors: 'drawbridge has no command "sevre"; did you mean serve?\n',
    })
  })
})

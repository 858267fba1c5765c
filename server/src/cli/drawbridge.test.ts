import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import packageFile from '../../package.json' with { type: 'json' }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Inside the workspace, so that the file can resolve its packages. */
const outDir = here(`../../.tmp/server-smoke-${process.pid}`)
const folder = mkdtempSync(join(tmpdir(), 'drawbridge-smoke-'))

beforeAll(async () => {
  await build({ configFile: here('../../vite.config.ts'), logLevel: 'error', build: { outDir } })
}, 60_000)
afterAll(() => {
  rmSync(outDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true })
})

type Result = { readonly exitCode: number; readonly out: string; readonly errors: string }

/** Runs the built file in a folder, with an empty environment. */
const runIn = (cwd: string, ...argv: readonly string[]): Promise<Result> =>
  new Promise((resolve) => {
    const options = { cwd, env: {} }
    const child = execFile(
      process.execPath,
      [join(outDir, 'drawbridge.js'), ...argv],
      options,
      (_error, out, errors) => resolve({ exitCode: child.exitCode ?? -1, out, errors }),
    )
  })

const drawbridge = (...argv: readonly string[]) => runIn(folder, ...argv)

describe('built drawbridge', () => {
  it('version › that of the package', async () => {
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

  it('projects › stored in the working folder', async () => {
    expect(await drawbridge('project', 'add', 'shop', '--origin', 'shop.example')).toMatchObject({
      exitCode: 0,
    })
    const check = await drawbridge('project', 'check', 'shop', 'http://shop.example')
    expect(check).toMatchObject({ exitCode: 1, errors: '' })
    expect(check.out).toContain('shop.example means https')
  })

  it('invalid command › exit code 2', async () => {
    expect(await drawbridge('sevre')).toEqual({
      exitCode: 2,
      out: '',
      errors: 'drawbridge has no command "sevre"; did you mean serve?\n',
    })
  })
})

/** Starts `serve` on a free port in a folder, and resolves with its URL when it listens. */
async function startServe(cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(outDir, 'drawbridge.js'), 'serve', '--port', '0'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface(child.stdout)) {
    const { port } = z.parse(z.object({ port: z.optional(z.int()) }), JSON.parse(line))
    if (port !== undefined) return { child, url: `http://127.0.0.1:${port}` }
  }
  throw new Error('serve ended before it listened')
}

describe('serve in an empty folder', () => {
  it('serves the demo project and local commands, ends on SIGTERM', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'drawbridge-serve-'))
    const { child, url } = await startServe(empty)
    const ended = once(child, 'exit')
    const common = 'projectId=demo&st=drawbridge&sv=1'
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
    // Protected by the operator's token, and none is configured.
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    expect(await (await fetch(`${url}/projects/v1/origins?${common}`)).json()).toEqual({
      allowedOrigins: ['localhost:*', '*.localhost:*', '127.0.0.1:*'],
    })
    const config = z.parse(
      z.object({ features: z.array(z.object({ id: z.string(), isEnabled: z.boolean() })) }),
      await (await fetch(`${url}/appkit/v1/config?${common}`)).json(),
    )
    // None of these is configured.
    for (const id of ['swap', 'onramp', 'activity'])
      expect(config.features).toContainEqual(expect.objectContaining({ id, isEnabled: false }))
    const code = await fetch(`${url}/auth/v1/otp?${common}`, {
      method: 'POST',
      body: JSON.stringify({ email: 'anna@mail.example', account: 'eip155:1:0x0' }),
    })
    expect([code.status, await code.json()]).toEqual([
      501,
      { reasons: [{ description: 'This deployment has no mail server configured' }] },
    ])

    const added = await runIn(empty, 'project', 'add', 'shop', '--origin', 'shop.example')
    expect(added).toMatchObject({ exitCode: 0 })
    expect((await fetch(`${url}/projects/v1/origins?${common.replace('demo', 'shop')}`)).status).toBe(200)
    const second = await runIn(empty, 'serve', '--port', '0')
    expect(second.exitCode).toBe(1)
    expect(second.errors).toContain('Another process has opened the database')

    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    rmSync(empty, { recursive: true })
  })

  it('SIGTERM on SQLite › ready until it ends, as there is no other server', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'drawbridge-serve-'))
    const { child, url } = await startServe(empty, { DRAWBRIDGE_SHUTDOWN_DELAY_SECONDS: '1' })
    const ended = once(child, 'exit')
    let isRunning = true
    ended.then(() => {
      isRunning = false
    })
    child.kill('SIGTERM')
    const statuses: number[] = []
    while (isRunning) {
      const response = await fetch(`${url}/readyz`).catch(() => undefined)
      if (response) statuses.push(response.status)
    }
    expect(statuses.length).toBeGreaterThan(1)
    expect(new Set(statuses)).toEqual(new Set([200]))
    rmSync(empty, { recursive: true })
  })
})

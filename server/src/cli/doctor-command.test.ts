import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDeployment } from '../doctor/testing/test-deployment.ts'
import { createTestCli } from './testing/test-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'drawbridge-doctor-cli-'))
let deployment: Awaited<ReturnType<typeof openTestDeployment>>
beforeAll(async () => {
  deployment = await openTestDeployment()
})
afterAll(async () => {
  await deployment.close()
  rmSync(folder, { recursive: true })
})

const cli = (changes: Parameters<typeof deployment.fetchWith>[0] = []) =>
  createTestCli(folder, [], {
    version: '1.2.3',
    fetch: deployment.fetchWith(changes),
    probeSocket: async () => ({ is: 'open' }),
  })

describe('doctor', () => {
  it('deployment without errors › one line per verdict, exit code 0', async () => {
    const { exitCode, out, errors } = await cli().execute('doctor', deployment.url)
    expect([exitCode, errors]).toEqual([0, ''])
    expect(
      out
        .split('\n')
        .slice(0, -1)
        .every((line) => line.startsWith('ok       ')),
    ).toBe(true)
    expect(out).toMatch(/\n0 errors, 0 warnings\.$/)
  })

  it('error › prints problem and remedy, exit code 1', async () => {
    const { exitCode, out } = await cli([{ path: '/sdk/v1/manifest', status: 404 }]).execute(
      'doctor',
      `${deployment.url}/`,
    )
    expect(exitCode).toBe(1)
    expect(out).toMatch(
      /^error {4}\/sdk\/v1\/manifest\.json: answers with status 404\. Serve the built SDK .*\.$/m,
    )
    expect(out).toMatch(/\n1 error, 0 warnings\.$/)
  })

  it('--project and --origin › are used', async () => {
    const { exitCode, out } = await cli().execute(
      ...['doctor', deployment.url, '--project', 'demo', '--origin', 'https://other.example'],
    )
    expect(exitCode).toBe(1)
    expect(out).toContain('refuses https://other.example')
  })

  it('no URL › uses the configuration’s publicUrl and checks the configuration', async () => {
    const { exitCode, out } = await cli().execute('doctor', '--json')
    expect(exitCode).toBe(0)
    const { url, project, findings } = JSON.parse(out)
    expect([url, project]).toEqual(['http://localhost:8787', 'demo'])
    expect(findings).toContainEqual(expect.objectContaining({ level: 'warning', check: 'Swaps' }))
  })

  it.each([
    ['wallet.example', 'URL must be an origin such as https://wallet.example, not "wallet.example".'],
    [
      'https://wallet.example/embed',
      'URL must be an origin such as https://wallet.example, not "https://wallet.example/embed".',
    ],
    [
      'ftp://wallet.example',
      'URL must be an origin such as https://wallet.example, not "ftp://wallet.example".',
    ],
  ])('%s › exit code 2', async (url, errors) => {
    expect(await cli().execute('doctor', url)).toEqual({ exitCode: 2, out: '', errors })
  })
})

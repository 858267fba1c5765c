import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { startProcess } from './child-process.ts'
import { freePort } from './free-port.ts'
import { request } from './https-client.ts'

const dist = new URL('../../server/dist/', import.meta.url)

/**
 * Path of the built command line, with the widget and the SDK files in its folder.
 * @throws Error with the command that builds it
 */
export function builtProgram(): string {
  const missing = ['drawbridge.js', 'widget/index.html', 'sdk/v1/drawbridge.js'].find(
    (name) => !existsSync(new URL(name, dist)),
  )
  if (missing !== undefined)
    throw new Error(`server/dist has no ${missing}: run \`npm run build\`, then the tests again`)
  return fileURLToPath(new URL('drawbridge.js', dist))
}

export type BuiltServer = {
  readonly port: number
  readonly url: string
  /** Its log. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/**
 * Runs the built `drawbridge serve` in an empty folder, and waits until it is ready.
 * @param env its complete environment.
 * @throws Error with its log if it exits before
 */
export async function startBuiltServer(env: Readonly<Record<string, string>> = {}): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-deploy-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = startProcess(process.execPath, [builtProgram(), 'serve', '--port', String(port)], {
    cwd: folder,
    env,
  })
  await vi.waitFor(
    async () => {
      if (!server.hasEnded()) await request(`${url}/readyz`)
    },
    { timeout: 20_000, interval: 50 },
  )
  if (server.hasEnded()) throw new Error(`drawbridge serve ended:\n${server.output()}`)
  return {
    port,
    url,
    output: server.output,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

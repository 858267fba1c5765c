import { rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from '../../../../shared/zod.ts'
import type { DeadJobStore } from '../../ports/jobs.ts'
import type { RecoveryCommands } from '../../ports/recovery-commands.ts'
import type { ProjectStore } from '../../ports/stores/projects.ts'
import {
  callMaxBytes,
  type JobCall,
  jobCallSchema,
  jobPath,
  type ProjectCall,
  projectCallSchema,
  projectPath,
  type RecoveryCall,
  recoveryCallSchema,
  recoveryPath,
} from './protocol.ts'

/** The stores that commands use. */
type CommandStores = {
  readonly projects: ProjectStore
  readonly jobs: DeadJobStore
  readonly recoveryCommands: RecoveryCommands
}

function callJobStore(jobs: DeadJobStore, call: JobCall): Promise<unknown> {
  switch (call.method) {
    case 'counts':
      return jobs.counts()
    case 'dead':
      return jobs.dead(call.limit)
    case 'revive':
      return jobs.revive(call.id, call.runAtMs)
    case 'drop':
      return jobs.drop(call.id)
  }
}

function callProjectStore(projects: ProjectStore, call: ProjectCall): Promise<unknown> {
  switch (call.method) {
    case 'find':
      return projects.find(call.id, call.nowMs)
    case 'list':
      return projects.list()
    case 'add':
      return projects.add(call.project)
    case 'change':
      return projects.change(call.key, call.change)
    case 'rotate':
      return projects.rotate(call.key, call.id, call.formerUntilMs)
  }
}

const callRecoveries = ({ exportDue, answer }: RecoveryCommands, call: RecoveryCall): Promise<unknown> =>
  call.method === 'export' ? exportDue() : answer(call.answers)

function createApp({ projects, jobs, recoveryCommands }: CommandStores): Hono {
  const app = new Hono()
  const limit = bodyLimit({
    maxSize: callMaxBytes,
    onError: (c) => c.json({ error: `A call has at most ${callMaxBytes} bytes.` }, 413),
  })
  const mount = <Call extends z.core.$ZodType>(
    path: string,
    schema: Call,
    handler: (call: z.output<Call>) => Promise<unknown>,
  ) =>
    app.post(path, limit, async (c) => {
      const call = z.safeParse(schema, await c.req.json().catch(() => undefined))
      if (!call.success) return c.json({ error: 'The call is of another version of Drawbridge.' }, 400)
      return c.json({ result: (await handler(call.data)) ?? null })
    })
  mount(projectPath, projectCallSchema, (call) => callProjectStore(projects, call))
  mount(jobPath, jobCallSchema, (call) => callJobStore(jobs, call))
  mount(recoveryPath, recoveryCallSchema, (call) => callRecoveries(recoveryCommands, call))
  app.onError((error, c) => c.json({ error: error.message }, 500))
  return app
}

/** Only the user that runs the server may connect: a connection gives access to all projects, jobs and requests for a recovery. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // `listen` creates the socket synchronously, so it never has other permissions.
    const previousMask = process.umask(0o177)
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(previousMask)
    }
  })
}

/**
 * Lets commands on this machine use the stores of a server that has the database open. The caller has the database's lock,
 * so an existing socket is left over from a killed server, and is replaced.
 * @param path path of the Unix socket; see `socketPathOf`.
 * @throws Error when the socket cannot be created, for example because its path is longer than about 100 bytes.
 */
export async function serveStores(
  stores: CommandStores,
  path: string,
): Promise<{ readonly close: () => Promise<void> }> {
  rmSync(path, { force: true })
  const server = createAdaptorServer({ fetch: createApp(stores).fetch })
  if (!('closeAllConnections' in server)) throw new TypeError('The server of the socket is not HTTP/1')
  await listenPrivately(server, path)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

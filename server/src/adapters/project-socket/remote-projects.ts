import { Client } from 'undici'
import * as z from 'zod/mini'
import type { ProjectStore } from '../../ports/projects.ts'
import { answerSchema, type Call, callPath, changeSchema, projectSchema } from './protocol.ts'

const timeoutMs = 10_000
const otherVersion = 'The running server is of another version of Drawbridge.'

/** The projects of a server on this machine. */
export type RemoteProjects = { readonly projects: ProjectStore; readonly close: () => Promise<void> }

/**
 * Connects to the socket of a server (`serveProjects`); undefined when no server listens there.
 * @param path of the Unix socket; see `socketPathOf`.
 */
export async function connectProjects(path: string): Promise<RemoteProjects | undefined> {
  const client = new Client('http://localhost', {
    socketPath: path,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const projects = remoteProjects(client)
  try {
    await projects.list()
  } catch (error) {
    await client.close()
    if (isAbsent(error)) return undefined
    throw error
  }
  return { projects, close: () => client.close() }
}

/** No socket, or one that a killed server left. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')

function remoteProjects(client: Client): ProjectStore {
  async function call<Result extends z.core.$ZodType>(
    request: Call,
    result: Result,
  ): Promise<z.output<Result>> {
    const { body } = await client.request({
      method: 'POST',
      path: callPath,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const answer = z.safeParse(answerSchema, await body.json().catch(() => undefined))
    if (!answer.success) throw new Error(otherVersion)
    if ('error' in answer.data) throw new Error(`The running server failed: ${answer.data.error}`)
    const parsed = z.safeParse(result, answer.data.result)
    if (!parsed.success) throw new Error(otherVersion)
    return parsed.data
  }
  return {
    find: async (id, nowMs) =>
      (await call({ method: 'find', id, nowMs }, z.nullable(projectSchema))) ?? undefined,
    list: () => call({ method: 'list' }, z.array(projectSchema)),
    add: (project) => call({ method: 'add', project: z.parse(projectSchema, project) }, z.boolean()),
    change: (key, change) =>
      call({ method: 'change', key, change: z.parse(changeSchema, change) }, z.boolean()),
    rotate: (key, id, formerUntilMs) => call({ method: 'rotate', key, id, formerUntilMs }, z.boolean()),
  }
}

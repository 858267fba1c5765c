import { Client } from 'undici'
import * as z from '../../../../shared/zod.ts'
import type { DeadJobStore } from '../../ports/jobs.ts'
import type { RecoveryCommands } from '../../ports/recovery-commands.ts'
import type { ProjectStore } from '../../ports/stores/projects.ts'
import {
  answersMaxCount,
  changeSchema,
  deadJobSchema,
  dueRecoverySchema,
  type JobCall,
  jobCountsSchema,
  jobPath,
  type ProjectCall,
  projectPath,
  projectSchema,
  type RecoveryCall,
  recoveryPath,
  responseSchema,
} from './protocol.ts'

const timeoutMs = 10_000
const versionMismatch = 'The running server is of another version of Drawbridge.'

/** The stores of a server on this machine that commands use. */
export type RemoteStores = {
  readonly projects: ProjectStore
  readonly jobs: DeadJobStore
  readonly recoveryCommands: RecoveryCommands
  readonly close: () => Promise<void>
}

/**
 * Connects to the socket of a server (`serveStores`); undefined when no server is listening.
 * @param path path of the Unix socket; see `socketPathOf`.
 */
export async function connectStores(path: string): Promise<RemoteStores | undefined> {
  const client = new Client('http://localhost', {
    socketPath: path,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })
  const projects = createRemoteProjects(createCaller<ProjectCall>(client, projectPath))
  try {
    await projects.list()
  } catch (error) {
    await client.close()
    if (isAbsent(error)) return undefined
    throw error
  }
  return {
    projects,
    jobs: createRemoteJobs(createCaller<JobCall>(client, jobPath)),
    recoveryCommands: createRemoteRecoveries(createCaller<RecoveryCall>(client, recoveryPath)),
    close: () => client.close(),
  }
}

/** No socket, or one left over from a killed server. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')

type Caller<Call> = <Result extends z.core.$ZodType>(
  request: Call,
  result: Result,
) => Promise<z.output<Result>>

const createCaller =
  <Call>(client: Client, path: string): Caller<Call> =>
  async (request, result) => {
    const { body } = await client.request({
      ...{ method: 'POST', path, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(request),
    })
    const response = z.safeParse(responseSchema, await body.json().catch(() => undefined))
    if (!response.success) throw new Error(versionMismatch)
    if ('error' in response.data) throw new Error(`The running server failed: ${response.data.error}`)
    const parsed = z.safeParse(result, response.data.result)
    if (!parsed.success) throw new Error(versionMismatch)
    return parsed.data
  }

const createRemoteProjects = (call: Caller<ProjectCall>): ProjectStore => ({
  find: async (id, nowMs) =>
    (await call({ method: 'find', id, nowMs }, z.nullable(projectSchema))) ?? undefined,
  list: () => call({ method: 'list' }, z.array(projectSchema)),
  add: (project) => call({ method: 'add', project: z.parse(projectSchema, project) }, z.boolean()),
  change: (key, change) =>
    call({ method: 'change', key, change: z.parse(changeSchema, change) }, z.boolean()),
  rotate: (key, id, formerUntilMs) => call({ method: 'rotate', key, id, formerUntilMs }, z.boolean()),
})

const createRemoteJobs = (call: Caller<JobCall>): DeadJobStore => ({
  counts: () => call({ method: 'counts' }, jobCountsSchema),
  dead: (limit) => call({ method: 'dead', limit }, z.array(deadJobSchema)),
  revive: (id, runAtMs) => call({ method: 'revive', id, runAtMs }, z.boolean()),
  drop: (id) => call({ method: 'drop', id }, z.boolean()),
})

const createRemoteRecoveries = (call: Caller<RecoveryCall>): RecoveryCommands => ({
  exportDue: () => call({ method: 'export' }, z.array(dueRecoverySchema)),
  answer: async (answers) => {
    const refused: string[] = []
    for (let at = 0; at < answers.length; at += answersMaxCount) {
      const part = answers.slice(at, at + answersMaxCount)
      refused.push(...(await call({ method: 'answer', answers: part }, z.array(z.string()))))
    }
    return refused
  },
})

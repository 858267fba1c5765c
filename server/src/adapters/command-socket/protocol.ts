import * as z from '../../../../shared/zod.ts'

/** Paths for the calls of each store. */
export const projectPath = '/projects'
export const jobPath = '/jobs'
export const recoveryPath = '/recoveries'
/** A project has at most 1,000 origins of 512 characters; a call has at most 1,000 answers. */
export const callMaxBytes = 1024 * 1024

const texts = z.array(z.string())

const projectFields = {
  name: z.string(),
  allowedOrigins: texts,
  acceptsDefaultOrigins: z.boolean(),
  features: z.array(z.object({ id: z.string(), isEnabled: z.boolean(), config: z.nullable(texts) })),
  isAnalyticsEnabled: z.boolean(),
  walletConnect: z.strictObject({
    projectId: z.exactOptional(z.string()),
    relayUrl: z.exactOptional(z.string()),
    isVerified: z.exactOptional(z.boolean()),
  }),
  nameRegistry: z.string(),
}

/** Fields that a change replaces. */
export const changeSchema = z.exactPartial(z.strictObject(projectFields))

/** A project as sent over the socket. */
export const projectSchema = z.strictObject({
  key: z.string(),
  id: z.string(),
  createdAtMs: z.int(),
  ...projectFields,
})

/** One call of a `ProjectStore`. */
export const projectCallSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('find'), id: z.string(), nowMs: z.int() }),
  z.strictObject({ method: z.literal('list') }),
  z.strictObject({ method: z.literal('add'), project: projectSchema }),
  z.strictObject({ method: z.literal('change'), key: z.string(), change: changeSchema }),
  z.strictObject({ method: z.literal('rotate'), key: z.string(), id: z.string(), formerUntilMs: z.int() }),
])

export type ProjectCall = z.output<typeof projectCallSchema>

/** One call of a `DeadJobStore`. */
export const jobCallSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('counts') }),
  z.strictObject({ method: z.literal('dead'), limit: z.int() }),
  z.strictObject({ method: z.literal('revive'), id: z.string(), runAtMs: z.int() }),
  z.strictObject({ method: z.literal('drop'), id: z.string() }),
])

export type JobCall = z.output<typeof jobCallSchema>

export const jobCountsSchema = z.strictObject({ waiting: z.int(), dead: z.int() })
export const deadJobSchema = z.strictObject({
  ...{ id: z.string(), kind: z.string(), attempts: z.int() },
  ...{ diedAtMs: z.int(), failure: z.string() },
})

/** Answers of one call. */
export const answersMaxCount = 1_000

/** One call of `RecoveryCommands`. */
export const recoveryCallSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('export') }),
  z.strictObject({
    method: z.literal('answer'),
    answers: z
      .array(z.strictObject({ id: z.string(), publicKey: z.string(), answer: z.string() }))
      .check(z.maxLength(answersMaxCount)),
  }),
])

export type RecoveryCall = z.output<typeof recoveryCallSchema>

export const dueRecoverySchema = z.strictObject({
  ...{ id: z.string(), userId: z.string(), walletId: z.string(), envelopeId: z.string() },
  ...{ deviceName: z.string(), publicKey: z.string(), requestedAtMs: z.int() },
  ...{ keyId: z.string(), factor: z.string() },
})

/** The result of the call, or its error message. */
export const responseSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ error: z.string() }),
])

/**
 * Path of a server's socket, next to its SQLite file, whose lock excludes other processes. The file's path must not contain
 * symbolic links, or two processes would use two sockets.
 */
export const socketPathOf = (databaseFile: string): string => `${databaseFile}.sock`

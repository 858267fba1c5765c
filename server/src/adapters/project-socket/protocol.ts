import * as z from 'zod/mini'

/** Path of every call. */
export const callPath = '/projects'
/** A project has at most 1,000 origins of 512 characters. */
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

/** A project as it crosses the socket. */
export const projectSchema = z.strictObject({
  key: z.string(),
  id: z.string(),
  createdAtMs: z.int(),
  ...projectFields,
})

/** One call of a `ProjectStore`. */
export const callSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('find'), id: z.string(), nowMs: z.int() }),
  z.strictObject({ method: z.literal('list') }),
  z.strictObject({ method: z.literal('add'), project: projectSchema }),
  z.strictObject({ method: z.literal('change'), key: z.string(), change: changeSchema }),
  z.strictObject({ method: z.literal('rotate'), key: z.string(), id: z.string(), formerUntilMs: z.int() }),
])

export type Call = z.output<typeof callSchema>

/** What the call returned, or why it failed. */
export const answerSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ error: z.string() }),
])

/**
 * The socket of a server beside its SQLite file, whose lock keeps other processes out. The file's path must not lead over
 * links, or two processes see two sockets.
 */
export const socketPathOf = (databaseFile: string): string => `${databaseFile}.sock`
